{-# LANGUAGE LambdaCase #-}
module Library.Loans
  ( renew
  , Loan (..)
  ) where

import qualified Data.Map as Map

-- | What is lent.
data Loan = Loan
  { item :: String
  , renewals :: Int
  }
  | Lost
  deriving (Eq, Show)

newtype Fee = Fee Int

type Shelf = Map.Map String Loan

-- | Renews a loan.
renew :: Loan -> Int -> Loan
{-# INLINE renew #-}
renew Lost _ = Lost
-- a comment between the equations
renew loan 0 = loan
renew loan days
  | days > limit = loan
  | otherwise = go loan
  where
    limit = 30
    go :: Loan -> Loan
    go each = each {renewals = renewals each + 1}

class Lendable a where
  shelf :: a -> String
  shelf _ = "A"

  title :: a -> String

instance Lendable Loan where
  title Lost = ""
  title loan = item loan

instance Show Fee where
  show (Fee n) = show n

infixr 5 <+>
(<+>) :: Loan -> Loan -> Loan
Lost <+> right = right
left <+> _ = left

left `orElse` right = if left == Lost then right else left

main :: IO ()
main = do
  print 1

low, high :: Int
low = 1
high = 2
