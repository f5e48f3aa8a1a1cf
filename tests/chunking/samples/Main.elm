module Main exposing (main)

import Html exposing (Html)


{-| What is lent. -}
type alias Loan =
    { item : String
    , renewals : Int
    }


type Msg
    = Renew Int
    | Return


update : Msg -> Loan -> Loan
update msg loan =
    let
        allowed : Int -> Bool
        allowed limit =
            loan.renewals < limit
    in
    case msg of
        Renew days ->
            loan

        Return ->
            loan


port remind : String -> Cmd msg


main =
    Html.text "loans"
