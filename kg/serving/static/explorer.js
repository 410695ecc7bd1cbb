// Makes the pages quicker to use: names while a person types, results while they type, and the new graph after a build.
// Every page works without it. What the server says is shown as text only.

const WAIT = 120;
const LOOK = 2000;
const $ = (id) => document.getElementById(id);

// Names for what is being typed, as a list below the field (ARIA: combobox with a listbox).
let lists = 0;
function offer(field, { choose, open }) {
  const list = document.createElement("ul");
  list.id = `offered-${(lists += 1)}`;
  list.className = "offered";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Matching names");
  list.hidden = true;
  field.after(list);
  for (const [name, value] of [["role", "combobox"], ["aria-expanded", "false"], ["aria-controls", list.id], ["aria-autocomplete", "list"]]) field.setAttribute(name, value);
  let active = -1, asked = 0, timer = 0;

  const close = () => {
    list.hidden = true;
    active = -1;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  };
  const mark = (place) => {
    const items = [...list.children];
    active = (place + items.length) % items.length;
    items.forEach((item, at) => item.setAttribute("aria-selected", String(at === active)));
    field.setAttribute("aria-activedescendant", items[active].id);
    items[active].scrollIntoView({ block: "nearest" });
  };
  const show = (found) => {
    list.replaceChildren(...found.map((one, at) => {
      const item = document.createElement("li"), kind = document.createElement("span");
      item.id = `${list.id}-${at}`;
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", "false");
      item.textContent = one.name;
      kind.className = "hint";
      kind.textContent = ` ${one.kind}`;
      item.append(kind);
      item.addEventListener("mousedown", (event) => { event.preventDefault(); choose(one, field); close(); });
      return item;
    }));
    active = -1;
    list.hidden = !found.length;
    field.setAttribute("aria-expanded", String(found.length > 0));
    list.choose = () => found[active];
  };
  const ask = async () => {
    const number = (asked += 1), text = field.value.trim();
    if (text.length < 2) return close();
    const answer = await fetch(`/suggest.json?starts=${encodeURIComponent(text)}`).catch(() => null);
    if (number === asked && answer?.ok && document.activeElement === field) show(await answer.json());
  };
  field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(ask, WAIT); open?.(); });
  field.addEventListener("blur", close);
  field.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "ArrowDown") mark(active + 1);
    else if (event.key === "ArrowUp") mark(active < 0 ? list.children.length - 1 : active - 1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && active >= 0) { choose(list.choose(), field); close(); }
    else return;
    event.preventDefault();
  });
}

// On the page of results the results follow what is typed.
let typed = 0, waiting = 0;
async function follow() {
  const number = (typed += 1), address = `/search?q=${encodeURIComponent($("words").value)}`;
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || number !== typed) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  $("found").replaceChildren(...page.getElementById("found").childNodes);
  document.title = page.title;
  history.replaceState(null, "", address);
}

const words = $("words");
if (words) {
  offer(words, {
    choose: (one) => location.assign(one.href),
    open: $("found") ? () => { clearTimeout(waiting); waiting = setTimeout(follow, 2 * WAIT); } : null,
  });
}
for (const field of document.querySelectorAll("input.other")) offer(field, { choose: (one) => (field.value = one.name) });

// When the graph was built anew, the page is loaded again, unless a person has begun to write on it.
const before = document.body.dataset.state;
async function look() {
  if (document.hidden) return;
  const answer = await fetch("/state.json", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok || (await answer.json()).state === before) return;
  clearInterval(looking);
  const written = [...document.querySelectorAll("input:not([type=hidden]), textarea")].some((field) => field.value !== field.defaultValue);
  if (written) $("news").hidden = false;
  else location.reload();
}
const looking = before ? setInterval(look, LOOK) : 0;
