using System;
using System.Collections.Generic;

namespace Library.Loans
{
    /// <summary>What is lent.</summary>
    public interface ILendable
    {
        string Shelf { get; }
        string Title();
        string Label() => $"[{Shelf}] {Title()}";
    }

    [Serializable]
    [Obsolete("class Fake { }")]
    public partial class Loan<T> : IComparable<Loan<T>>, IDisposable where T : ILendable
    {
        private static readonly Func<int, int> Fine = days =>
        {
            return days * 10;
        };

        public event EventHandler Returned;

        public Loan(T item) : this(item, DateTime.Now) { }

        public Loan(T item, DateTime due)
        {
            Item = item;
            Due = due;
        }

        static Loan() { }

        ~Loan()
        {
            Dispose();
        }

        public T Item { get; }
        public DateTime Due { get; private set; } = DateTime.Now;

        public bool Overdue => Due < DateTime.Now;

        public int Renewals
        {
            get { return renewals; }
            private set { renewals = value; }
        }

        public event EventHandler Lost
        {
            add { }
            remove { }
        }

        public string this[int page]
        {
            get => "page " + page;
        }

        public static bool operator <(Loan<T> left, Loan<T> right) => left.Due < right.Due;
        public static bool operator >(Loan<T> left, Loan<T> right) => left.Due > right.Due;
        public static explicit operator DateTime(Loan<T> loan) => loan.Due;
        public static implicit operator List<T>(Loan<T> loan) => new List<T>();

        int IComparable<Loan<T>>.CompareTo(Loan<T> other)
        {
            return Due.CompareTo(other.Due);
        }

        string IList<int>.Name { get { return ""; } }

        public void Renew(int days)
        {
            bool Allowed(int limit)
            {
                return renewals < limit;
            }

            static int Twice(int n) => n * 2;

            (int, int) Pair() => (1, 2);

            Action log = () => Console.WriteLine("renewed");
            if (Allowed(2))
            {
                Due = Due.AddDays(Twice(days));
            }
        }

        public void Renew() => Renew(7);

        public void Dispose() { }

        public enum Status { Out, Back }

        private struct Point
        {
            public int X;
            public int Sum() { return X; }
        }
    }

    public record Receipt(string Number, decimal Paid)
    {
        public decimal Change(decimal given) => given - Paid;
    }

    public readonly record struct Fee(int Cents);

    public delegate void Reminder(string who);

#if DEBUG
    internal static class Probe
    {
        public static int Count(this string text) => text.Length;
    }
#endif
}
