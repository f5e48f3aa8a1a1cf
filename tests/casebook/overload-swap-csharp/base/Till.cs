class Till
{
    public string Show(int cents)
    {
        return $"{cents / 100}";
    }

    public string Show(Order order)
    {
        return order.Name + order.Street;
    }
}
