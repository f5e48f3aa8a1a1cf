<?hh
namespace Library\Loans;

use namespace HH\Lib\C;

interface ILendable {
  public function title(): string;
}

<<__ConsistentConstruct>>
abstract class Loan implements ILendable {
  use Audits;

  private int $renewals = 0;

  public function __construct(private string $item) {}

  public static async function genOf(string $item): Awaitable<Loan> {
    return new Loan($item);
  }

  abstract protected function fine(int $days): int;
}

trait Audits {
  public function audit(): void {}
}

enum Status: int {
  OUT = 1;
  BACK = 2;
}

function format_loan(Loan $loan): string {
  $f = () ==> 1;
  return $loan->title();
}

async function gen_main(): Awaitable<void> {}
