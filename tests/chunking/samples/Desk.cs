namespace Library.Desk;

#region desk
public class Desk
{
    #region opening
    public void Open() { }
    #endregion
#if NET
    public async Task<int> CloseAsync()
    {
        await foreach (var loan in Loans())
        {
            async Task<bool> Late(int days) { await Task.Delay(1); return true; }
            return await Late(loan) ? 1 : 0;
        }
        return 0;
    }
#else
    public int Close() => 0;
#endif
}
#endregion
