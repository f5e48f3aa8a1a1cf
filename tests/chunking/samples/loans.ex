defmodule Library.Loans do
  @moduledoc """
  Lending. def fake, do: 1
  """
  use GenServer

  alias Library.Item

  @max_renewals 2

  defstruct [:item, :due, renewals: 0]

  @doc "Renews a loan."
  @spec renew(t(), integer()) :: t()
  def renew(loan, 0), do: loan

  def renew(%{renewals: n}, _days) when n >= @max_renewals do
    {:error, :too_often}
  end

  # a comment between the clauses
  def renew(loan, days) do
    add = fn x -> x + days end
    %{loan | due: add.(loan.due)}
  end

  def renew(loan), do: renew(loan, 7)

  defp reset do
    :ok
  end

  defmacro lend(item) do
    quote do
      def generated(x), do: unquote(item)
    end
  end

  defguard is_late(loan) when loan.due < 0

  defdelegate title(item), to: Item

  def left <~> right, do: {left, right}

  @impl true
  def handle_call(:fine, _from, state) do
    {:reply, 1, state}
  end

  @impl true
  def handle_call(:due, _from, state), do: {:reply, 2, state}

  defmodule Receipt do
    def number(receipt), do: receipt.number
  end

  defimpl String.Chars, for: Library.Loans do
    def to_string(loan), do: loan.item
  end

  for name <- [:out, :back] do
    def unquote(name)(), do: unquote(name)
  end
end

defprotocol Lendable do
  def shelf(item)
end

defimpl Lendable, for: [Map, List] do
  def shelf(_), do: "A"
end
