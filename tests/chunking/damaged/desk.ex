defmodule Desk do
  def open do
    a()
  end

  def broken( do
    x =
  end

  def close do
    b()
  end
end
