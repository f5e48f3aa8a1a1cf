class Desk
{
    void Open()
    {
        A();
    }

    void Broken(int
    {
        var x = ;
    }

    void Close()
    {
        B();
    }
}
