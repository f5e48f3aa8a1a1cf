class Tank
{
    private int level;

    public int Level
    {
        get { return level; }
        set { level = value < 0 ? 0 : value; }
    }

    public int Size
    {
        get { return 400; }
    }
}
