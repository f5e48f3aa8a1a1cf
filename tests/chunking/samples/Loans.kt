@file:JvmName("Loans")

package library.loans

import java.time.LocalDate

const val MAX_RENEWALS = 2

typealias Reminder = (Loan) -> Unit

/** What is lent. Not part of the chunk: fun fake() {} */
interface Lendable {
    val shelf: String
    fun title(): String
    fun label(): String = "[$shelf] ${title()}"
}

@Serializable
@Suppress("unused")
data class Loan(
    val item: Lendable,
    var due: LocalDate,
) : Comparable<Loan> {
    var renewals: Int = 0
        private set

    val overdue: Boolean
        get() = due.isBefore(LocalDate.now())

    val fine by lazy {
        fun days() = 3
        days() * 10
    }

    private val onReturn: (Int) -> Unit = { amount ->
        println("paid $amount")
    }

    init {
        require(renewals <= MAX_RENEWALS) { "class inside a string" }
    }

    constructor(item: Lendable) : this(item, LocalDate.now())

    constructor(item: Lendable, days: Long) : this(item, LocalDate.now().plusDays(days)) {
        println("until $due")
    }

    @Deprecated("use renew")
    fun extend() = renew(7)

    fun renew(days: Long): Loan {
        fun check(limit: Int): Boolean {
            return renewals < limit
        }
        val log = object : Runnable {
            override fun run() {
                println("renewed")
            }
        }
        log.run()
        return if (check(MAX_RENEWALS)) copy(due = due.plusDays(days)) else this
    }

    override operator fun compareTo(other: Loan): Int = due.compareTo(other.due)

    inner class Receipt {
        fun print() = println(due)
    }

    companion object {
        const val PREFIX = "L"
        fun of(item: Lendable) = Loan(item)
    }
}

class Desk {
    companion object Registry : Iterable<Loan> {
        override fun iterator() = emptyList<Loan>().iterator()
    }
}

enum class Status(val open: Boolean) {
    OUT(true) {
        override fun describe() = "out"
    },
    BACK(false) {
        override fun describe() = "back"
    },
    LOST(false);

    open fun describe() = "lost"
}

object Clock {
    val zone: String get() = "UTC"
    fun now() = LocalDate.now()
}

fun Loan?.orNothing(): String = this?.item?.title() ?: ""

infix fun <T : Any> List<T>.second(fallback: T): T = getOrNull(1) ?: fallback

val Map.Entry<String, Loan>.isLate: Boolean
    get() = value.overdue

fun `returns a book that was never lent`() {
    listOf(1).sortedWith(object : Comparator<Int> {
        override fun compare(a: Int, b: Int) = a - b
    })
}

val remind: Reminder = fun(loan: Loan) {
    println(loan)
}

sealed interface Event
data object Closed : Event
