"""Review in a real browser: headless Chromium, with and without JavaScript, wide and narrow, two judges at once."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goldkeeper.web.serving import WebServer
from tests.projects import SHIFTED, Shop, a_set_up_shop, gold_lines
from tests.web.houses import keeper_of

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")

from playwright.sync_api import Browser, BrowserContext, Page, expect  # noqa: E402 - only where it is

CHROMIUM = os.environ.get("GOLDKEEPER_TEST_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium; apt-get install chromium")

NARROW = 360  # CSS pixels of a small telephone
CJK = "# 合計を計算する関数\ndef 合計(かご):\n    return sum(品.値段 for 品 in かご.品物)  # 税込み\n"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with api.sync_playwright() as playwright:
        # Without the sandbox: Chromium refuses to run as root with it, as it does in most containers.
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    """Two chunks that only slid, one that was edited, one in Chinese characters that was edited."""
    ids = {"src/cart.py:1-3:total": 3, "src/cart.py:6-8:shipping": 1}
    gold = gold_lines(ids, {"src/orders.py:1-3:refund": 2}, {"src/合計.py:2-3:合計": 3})
    code = {
        "src/cart.py": SHIFTED["src/cart.py"].removeprefix("import math\n\n"),
        "src/orders.py": "def refund(order, reason):\n    ticket = open_ticket(order.customer, reason)\n"
        "    return pay_back(order.paid, ticket)\n",
        "src/合計.py": CJK,
    }
    shop = a_set_up_shop(tmp_path, code=code, gold=gold)
    shop.repository.git("config", "user.name", "ada")
    orders = code["src/orders.py"].replace("order.paid", "order.paid - order.fee")
    total = CJK.replace("かご.品物", "かご.品物 if 品.有効")
    shop.commit({**SHIFTED, "src/orders.py": orders, "src/合計.py": total}, "drift </script>")
    shop.run("scan", "--no-report", code=1)
    return shop


@pytest.fixture
def url(shop: Shop) -> Iterator[str]:
    with WebServer(lambda: keeper_of(shop.top), port=0) as server:
        yield server.address.url


@pytest.fixture
def page(browser: Browser, url: str) -> Iterator[Page]:
    """A page that fails the test where the browser has something to complain of."""
    context = browser.new_context(base_url=url, viewport={"width": 1280, "height": 800})
    yield _watched(context)
    context.close()


def _watched(context: BrowserContext) -> Page:
    context.set_default_timeout(20_000)
    opened = context.new_page()

    def complain(what: object) -> None:
        raise AssertionError(f"the browser says: {what}")

    opened.on("pageerror", complain)
    opened.on("console", lambda said: complain(said.text) if "Content Security Policy" in said.text else None)
    return opened


def _states(shop: Shop) -> dict[int, str]:
    return {item["number"]: item["state"] for item in shop.json("review", "list", "--state", "all")["items"]}


def _decision(shop: Shop, number: int) -> dict[str, Any]:
    found: dict[str, Any] = shop.json("review", "show", str(number))["item"]["decision"]
    return found


def _number(shop: Shop, chunk: str) -> int:
    items = shop.json("review", "list", "--state", "all")["items"]
    return next(int(item["number"]) for item in items if item["chunk"].endswith(chunk))


def test_a_group_is_reviewed_and_undone_by_keys_alone(page: Page, shop: Shop) -> None:
    total, shipping = _number(shop, ":total"), _number(shop, ":shipping")
    page.goto("/")
    page.get_by_role("link", name="lines shifted in src/cart.py").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("lines shifted in src/cart.py")
    expect(page.locator("table.diff")).to_have_count(2)
    page.keyboard.press("A")
    expect(page.get_by_role("status")).to_contain_text("2 answered, 0 still open")
    states = _states(shop)
    assert {states[total], states[shipping]} == {"decided"}
    page.keyboard.press("U")
    expect(page.get_by_role("status")).to_contain_text("0 answered, 2 still open")
    assert set(_states(shop).values()) == {"waiting"}


def test_all_but_one_of_a_group(page: Page, shop: Shop) -> None:
    shipping = _number(shop, ":shipping")
    page.goto("/")
    page.get_by_role("link", name="lines shifted in src/cart.py").click()
    page.wait_for_url("**/groups/*")  # a key that is pressed before belongs to the list
    page.keyboard.press("e")
    page.get_by_label(f"leave out item {shipping}").check()
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_role("status")).to_contain_text("1 answered, 1 still open")
    assert _states(shop)[shipping] == "waiting"


def test_a_question_is_amended_to_a_chunk_that_was_searched_for_with_another_grade(page: Page, shop: Shop) -> None:
    number = _number(shop, ":refund")
    page.goto(f"/items/{number}")
    page.keyboard.press("/")
    page.wait_for_url("**/search")
    page.get_by_label("Words of path, symbol or text").fill("shipping weight")
    page.keyboard.press("Enter")
    page.locator("ol.found a").first.click()
    expect(page.locator("table.diff")).to_contain_text("def shipping")
    page.keyboard.press("e")
    page.get_by_label("Grade for all of them").select_option("1")
    page.keyboard.press("Escape")
    page.get_by_label("Why (kept with the answer)").fill("it moved there in spirit")
    page.get_by_role("button", name="Answer so").click()
    expect(page.get_by_role("status")).to_contain_text(f"item {number}: amend")
    decision = _decision(shop, number)
    assert decision["judge"] == "ada"
    assert decision["reason"] == "it moved there in spirit"
    assert [(one["id"], one["grade"]) for one in decision["targets"]] == [("src/cart.py:8-10:shipping", 1)]
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_contain_text("taken back")


def test_two_judges_at_one_question_and_the_second_is_told_who_was_first(
    browser: Browser, url: str, page: Page, shop: Shop
) -> None:
    number = _number(shop, ":refund")
    other_context = browser.new_context(base_url=url)
    other = _watched(other_context)
    other.goto("/me")
    other.get_by_label("Your name").fill("grace")
    other.keyboard.press("Enter")
    expect(other.get_by_role("link", name="grace")).to_be_visible()
    page.goto(f"/items/{number}")
    other.goto(f"/items/{number}")
    other.keyboard.press("r")
    expect(other.get_by_role("status")).to_contain_text("reject")
    page.keyboard.press("a")
    expect(page.get_by_role("alert")).to_contain_text("already decided by grace")
    assert _decision(shop, number)["judge"] == "grace"
    page.goto("/")
    expect(page.get_by_text("Others answered meanwhile")).to_be_visible()
    other_context.close()


def test_what_a_judge_typed_is_still_there_when_another_was_faster(browser: Browser, page: Page, shop: Shop) -> None:
    number = _number(shop, ":refund")
    page.goto(f"/items/{number}")
    page.keyboard.press("m")
    page.keyboard.type("the fee is <new>")
    shop.run("review", "reject", str(number), "--by", "grace")
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    expect(page.get_by_role("alert")).to_contain_text("already decided by grace")
    expect(page.get_by_label("A note that everybody reads")).to_have_value("the fee is <new>")
    page.get_by_role("button", name="Write it").click()
    expect(page.locator("ul.log")).to_contain_text("the fee is <new>")


def test_a_group_is_opened_by_its_number_and_a_question_has_its_answer_in_sight(page: Page, shop: Shop) -> None:
    page.goto("/")
    page.keyboard.press("1")
    page.wait_for_url("**/together/certain")
    page.keyboard.press("l")
    page.wait_for_url("**/")
    page.goto(f"/items/{_number(shop, ':refund')}?whole=1")
    expect(page.get_by_role("button", name="Keep it here")).to_be_in_viewport()
    page.keyboard.press("a")
    expect(page.get_by_role("status")).to_contain_text("accept")
    assert "accept" in page.title()


def test_all_of_it_works_without_javascript_on_a_narrow_screen(browser: Browser, url: str, shop: Shop) -> None:
    context = browser.new_context(
        base_url=url, java_script_enabled=False, viewport={"width": NARROW, "height": 640}, color_scheme="dark"
    )
    page = _watched(context)
    number = _number(shop, ":合計")
    page.goto("/")
    page.get_by_role("link", name="Begin with the first").click()
    page.goto(f"/items/{number}")
    expect(page.locator("table.diff")).to_contain_text("品.有効")
    page.get_by_role("button", name="Keep it here").click()
    expect(page.get_by_role("status")).to_contain_text(f"item {number}: accept")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_contain_text("taken back")
    assert set(_states(shop).values()) == {"waiting"}
    context.close()


PLACES = (
    "/",
    "/groups/g1",
    "/items/1",
    "/items/1?whole=1",
    "/items/1/search?q=total",
    "/dashboard",
    "/activity",
    "/help",
    "/me",
    "/together/certain",
    "/items/999",
    "/audits",
    "/enter",
)
REFUSED = {"/items/999": 404}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_telephone_and_axe_finds_nothing_serious(
    browser: Browser, url: str, scheme: str
) -> None:
    context = browser.new_context(
        base_url=url,
        viewport={"width": NARROW, "height": 640},
        color_scheme=scheme,  # type: ignore[arg-type]  # one of two literals
        bypass_csp=True,  # axe is put into the page as a script
    )
    page = _watched(context)
    for place in PLACES:
        answered = page.goto(place)
        assert answered is not None
        assert answered.status == REFUSED.get(place, 200), place
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= NARROW, (place, width)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        found = axe.Axe().run(page)
        serious = [one for one in found.response["violations"] if one["impact"] in {"serious", "critical"}]
        assert not serious, (place, [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in serious])
    page.goto("/together/certain")
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_role("status")).to_contain_text("answered")
    found = axe.Axe().run(page)
    assert not [one["id"] for one in found.response["violations"] if one["impact"] in {"serious", "critical"}]
    context.close()


def test_after_an_answer_the_focus_is_on_what_was_done_and_the_next_tab_takes_it_back(page: Page, shop: Shop) -> None:
    page.goto(f"/items/{_number(shop, ':refund')}")
    page.keyboard.press("r")
    expect(page.locator(".notice.good[autofocus]")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Undo").first).to_be_focused()


def test_what_was_typed_survives_a_session_that_ends_and_a_page_that_is_left(page: Page, shop: Shop) -> None:
    number = _number(shop, ":refund")
    page.goto(f"/items/{number}")
    reason = page.get_by_label("Why (kept with the answer)")
    reason.fill("the fee is new")
    page.goto("/")
    page.goto(f"/items/{number}")
    expect(reason).to_have_value("the fee is new")
    page.context.clear_cookies()
    page.get_by_role("button", name="No, leave it").click()
    expect(page.get_by_role("alert")).to_contain_text("not from this session")
    page.goto(f"/items/{number}")
    expect(reason).to_have_value("the fee is new")
    page.get_by_role("button", name="No, leave it").click()
    expect(page.get_by_role("status")).to_contain_text("reject")
    assert _decision(shop, number)["reason"] == "the fee is new"
    assert page.evaluate("Object.keys(sessionStorage)") == []


def test_a_target_that_moved_while_a_judge_looked_is_refused_and_the_words_are_kept(
    browser: Browser, url: str, page: Page, shop: Shop
) -> None:
    number = _number(shop, ":refund")
    page.goto(f"/items/{number}")
    page.get_by_label("Why (kept with the answer)").fill("seen before it moved")
    text = (shop.top / "src/orders.py").read_text(encoding="utf-8").replace("order.fee", "order.fee * 2")
    shop.commit({"src/orders.py": text}, "double the fee")
    shop.run("scan", "--no-report", code=1)
    page.get_by_role("button", name="Keep it here").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("body")).to_contain_text("a newer question took its place")
    expect(page.get_by_label("A note that everybody reads")).to_have_value("seen before it moved")
    other_context = browser.new_context(base_url=url)
    other = _watched(other_context)
    other.goto(f"/items/{max(_states(shop))}")
    expect(other.locator("table.diff")).to_contain_text("order.fee * 2")
    other_context.close()


def test_the_first_tab_leads_to_the_content_and_every_control_has_a_name(page: Page) -> None:
    page.goto("/items/1")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    for role in ("button", "link", "textbox", "checkbox", "combobox"):
        for control in page.get_by_role(role).all():
            assert control.evaluate("e => e.labels?.length || e.textContent.trim() || e.getAttribute('aria-label')")


def test_code_of_the_repository_runs_nowhere(browser: Browser, url: str, shop: Shop) -> None:
    hostile = (
        'def total(cart):\n    return \'<img src=x onerror="document.title=1"></script>'
        "<script>document.title=2</script>'\n"
    )
    shop.commit({"src/cart.py": hostile}, "<script>document.title=3</script>")
    shop.run("scan", "--no-report", code=1)
    context = browser.new_context(base_url=url)
    page = _watched(context)
    for place in ("/", f"/items/{max(_states(shop))}", "/activity", "/dashboard"):
        page.goto(place)
        assert page.title().endswith("goldkeeper")
        assert page.locator("main img").count() == 0
    context.close()
