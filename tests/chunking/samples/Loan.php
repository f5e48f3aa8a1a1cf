<?php

declare(strict_types=1);

namespace Library\Loans;

use DateTimeImmutable;

const MAX_RENEWALS = 2;

/** What is lent. function fake() {} */
interface Lendable
{
    const SHELF = 'A';

    public function title(): string;
}

#[Entity]
#[Table(name: 'class')]
abstract class Loan implements Lendable, \Countable
{
    use Timestamps, Audits {
        Audits::log as protected auditLog;
    }

    private array $renewals = [];

    public string $label {
        get => strtoupper($this->title());
        set(string $value) { $this->label = $value; }
    }

    #[Pure]
    public function __construct(private DateTimeImmutable $due) {}

    public static function of(DateTimeImmutable $due): static
    {
        return new static($due);
    }

    abstract protected function fine(int $days): int;

    final public function &renew(int $days): array
    {
        $allowed = function (int $limit) use ($days): bool {
            return count($this->renewals) < $limit;
        };
        $this->onRenew = fn (int $n) => $n * 2;
        array_map(function ($x) { return $x; }, $this->renewals);
        return $this->renewals;
    }

    public function count(): int
    {
        $visitor = new class($this) extends Visitor {
            public function visit(): void {}
        };
        return (new class { public function size(): int { return 1; } })->size();
    }
}

trait Timestamps
{
    public function touch(): void {}
}

enum Status: string implements HasLabel
{
    case Out = 'out';
    case Back = 'back';

    public static function default(): self { return self::Out; }
}

function format_loan(Loan $loan): string
{
    function helper() {}
    return $loan->title();
}

if (!function_exists('library_fine')) {
    function library_fine(int $days): int
    {
        return $days * 10;
    }
}

$handler = static function (Loan $loan) {
    return $loan->count();
};

FUNCTION Shouted() { return 1; }

return $handler;
