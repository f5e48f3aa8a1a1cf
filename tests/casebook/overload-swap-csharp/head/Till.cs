class Till
{
    public string Show(Order order)
    {
        return order.Name + order.Street;
    }

    public string Show(int cents)
    {
        return $"{cents / 100}";
    }
}
