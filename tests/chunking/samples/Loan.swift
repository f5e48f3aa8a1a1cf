import Foundation

let maxRenewals = 2

/// What is lent. func fake() {}
protocol Lendable: AnyObject {
    associatedtype Shelf
    var title: String { get }
    init(title: String)
    func label() -> String
    static func < (left: Self, right: Self) -> Bool
}

@objc
@available(iOS 15, *)
public final class Loan<Item: Lendable>: NSObject {
    let item: Item
    private(set) var renewals: [Int] = []

    var overdue: Bool {
        due < Date()
    }

    var due: Date = Date() {
        didSet { print("changed") }
    }

    var fine: Int {
        get { renewals.count * 10 }
        set { renewals = [newValue] }
    }

    lazy var printer: Printer = {
        let printer = Printer()
        return printer
    }()

    var onReturn: (Int) -> Void = { amount in
        print(amount)
    }

    init(item: Item) {
        self.item = item
    }

    convenience init?(title: String) {
        self.init(item: Item(title: title))
    }

    deinit {
        print("gone")
    }

    subscript(page: Int) -> String {
        "page \(page)"
    }

    static func == (left: Loan, right: Loan) -> Bool {
        left.due == right.due
    }

    class func make(_ item: Item) -> Loan { Loan(item: item) }

    @discardableResult
    func renew<T>(_ days: T, by clerk: String) -> Int where T: Numeric {
        func allowed(limit: Int) -> Bool {
            renewals.count < limit
        }
        struct Entry {
            func store() {}
        }
        var twice: Int { 2 }
        let log = { print("renewed") }
        log()
        return twice
    }

    func renew() {}

    enum Status: String {
        case out, back
        case lost(Int)

        var open: Bool { self == .out }
        mutating func close() { self = .back }
    }
}

extension Loan: Codable, Comparable where Item: Codable {
    func encode(to encoder: Encoder) throws {}
}

extension Array where Element == Int {
    func total() -> Int { reduce(0, +) }
}

extension Loan.Status {
    func describe() -> String { rawValue }
}

actor Desk {
    private var queue: [Int] = []
    func enqueue(_ n: Int) async { queue.append(n) }
}

indirect enum Tree<T> {
    case leaf
    case node(Tree, T)
}

prefix operator √
prefix func √ (number: Double) -> Double { number.squareRoot() }

func `default`() -> Int { 1 }

#if DEBUG
func probe() {}
#endif

let handler = { (loan: Int) in
    print(loan)
}
