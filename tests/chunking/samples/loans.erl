%% Loans. fake() -> no.
-module(loans).
-behaviour(gen_server).
-export([renew/2, renew/1, fine/1]).

-record(loan, {item, due, renewals = 0}).
-define(MAX, 2).
-type id() :: integer().

%% @doc Renews a loan.
-spec renew(#loan{}, integer()) -> #loan{} | error.
renew(#loan{renewals = N}, _Days) when N >= ?MAX ->
    error;
% a comment between the clauses
renew(Loan, 0) ->
    Loan;
renew(Loan, Days) ->
    Add = fun(X) -> X + Days end,
    Loan#loan{due = Add(Loan#loan.due)}.

renew(Loan) -> renew(Loan, 7).

-ifdef(TEST).
fine(0) -> 0.
-endif.

fine(Days) -> Days * 10.

'handle call'() ->
    case renew(a, b) of
        error -> ok;
        _ -> ok
    end.
