open Printf

(* let fake x = x *)
let max_renewals = 2

type loan = { item : string; renewals : int }

and status =
  | Out
  | Back

exception Too_often of loan

let renew loan days =
  let allowed limit = loan.renewals < limit in
  if allowed max_renewals then days else 0

let rec even n = n = 0 || odd (n - 1)

and odd n = n <> 0 && even (n - 1)

let fine = fun days -> days * 10

let describe = function
  | Out -> "out"
  | Back -> "back"

let ( <+> ) left right = left + right

module type LENDABLE = sig
  type t

  val shelf : t -> string
end

module Desk = struct
  let opened = ref false

  let enter name =
    let module Log = struct
      let write text = print_endline text
    end in
    Log.write name

  module Queue = struct
    let push x = x
  end
end

module Make (Item : LENDABLE) = struct
  let label item = Item.shelf item
end

class clerk name =
  object (self)
    val mutable served = 0
    method serve = served <- served + 1
    method private greet other = printf "%s %s" name other
  end

external now : unit -> float = "clock_now"

let () = print_endline "start"
