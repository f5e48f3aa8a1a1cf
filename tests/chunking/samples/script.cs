using System;

Console.WriteLine(Fine(3));

int Fine(int days)
{
    return days * 10;
}

class Box { public int Size() => 1; }
