# frozen_string_literal: true

require "date"

# Comments above are not part of it.
module Library
  VERSION = "1.0"

  class Loan < Item
    include Comparable
    attr_accessor :due, :item

    Receipt = Struct.new(:number, :paid) do
      def change(given)
        given - paid
      end
    end

    NotFound = Class.new(StandardError)

    FINE = ->(days) { days * 10 }

    def initialize(item, due)
      @item = item
      @due = due
    end

    def self.of(item)
      new(item, Date.today)
    end

    class << self
      def build(**options)
        new(**options)
      end

      private

      attr_reader :cache

      def secret; end

      define_method(:dynamic) { |x| x }
    end

    def overdue? = due < Date.today

    def due=(value)
      @due = value
    end

    def <=>(other)
      due <=> other.due
    end

    def [](page)
      "page #{page}"
    end

    def -@
      self
    end

    alias late? overdue?

    define_method :renew do |days|
      @due += days
    end

    define_method("lose!") { @lost = true }

    %w[out back].each do |status|
      define_method("#{status}?") { @status == status }
    end

    define_singleton_method(:count) { 0 }

    private def audit
      helper = ->(x) { x }
      helper.call(1)
    end

    memoize def slow(n)
      def inner_helper; end
      n
    end

    text = <<~RUBY
      def not_a_method
      end
    RUBY

    protected

    def compare(other); end

    private_class_method def self.hidden; end
  end

  module Helpers
    extend self

    def format(loan)
      loan.to_s
    end

    def Helpers.shout(text) = text.upcase

    class ::Library::Desk
      def open; end
    end
  end
end

class Library::Loan::Line
  def quantity
    1
  end
end

def main(argv)
  puts argv
end

def Library.version; VERSION; end

handler = lambda do |loan|
  loan.due
end

if ENV["DEBUG"]
  def debug; end
end

Library::Extra = Module.new do
  def extra; end
end

main(ARGV)

__END__
def after_the_end
end
