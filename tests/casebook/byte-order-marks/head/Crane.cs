namespace Yard
{
    class Crane
    {
        int Lift(int kilos)
        {
            return kilos * 2;
        }
    }
}
