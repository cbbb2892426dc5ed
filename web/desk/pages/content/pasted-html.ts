/**
 * Cleans clipboard HTML so headings, lists and tables from Word, Google Docs and other pages
 * survive; the editor drops the styling. Other sites' pictures are counted, not kept.
 */
export function readPasted(html: string): { html: string; lostPictures: number } {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const gone of body.querySelectorAll('style, meta, link, title, xml')) gone.remove()
  listFromWord(body)
  for (const [from, to] of HEADINGS)
    for (const element of body.querySelectorAll(from)) rename(element, to)
  for (const heading of body.querySelectorAll('td :is(h2, h3, h4), th :is(h2, h3, h4)'))
    rename(heading, 'p')
  const strangers = body.querySelectorAll('img:not([src^="/uploads/"])')
  for (const picture of strangers) picture.remove()
  return { html: body.innerHTML, lostPictures: strangers.length }
}

/** The page title is the h1, so headings start one level down (as the shop keeps them). */
const HEADINGS: readonly (readonly [string, string])[] = [
  ['h1, p.MsoTitle', 'h2'],
  ['h5, h6', 'h4'],
]

function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}

/** Word writes a list as paragraphs that carry their bullet as text: `mso-list:l0 level2 lfo1`. */
const WORD_ITEM = /mso-list:\s*l\d+\s+level([1-9])/i
const NUMBER = /^\s*(?:\d{1,3}|[a-z]{1,4})[.)]/i

type Open = { list: Element; level: number }

function listFromWord(body: HTMLElement): void {
  let open: Open[] = []
  let last: Element | null = null
  for (const paragraph of body.querySelectorAll('p')) {
    const level = Number(WORD_ITEM.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 0)
    if (level === 0) continue
    const isFollowing = last !== null && paragraph.previousElementSibling === last
    if (!isFollowing) open = []
    const bullet = takeBullet(paragraph)
    const kind = NUMBER.test(bullet) ? 'ol' : 'ul'
    open = open.filter((one) => one.level < level || (one.level === level && isSame(one, kind)))
    const parent = open.at(-1)
    const target = parent?.level === level ? parent.list : openList(paragraph, kind, parent, open)
    if (parent?.level !== level) open.push({ list: target, level })
    const item = paragraph.ownerDocument.createElement('li')
    item.append(...paragraph.childNodes)
    target.append(item)
    last = open[0]?.list ?? null
    paragraph.remove()
  }
}

function isSame({ list }: Open, kind: string): boolean {
  return list.tagName.toLowerCase() === kind
}

function openList(before: Element, kind: string, parent: Open | undefined, open: Open[]): Element {
  const list = before.ownerDocument.createElement(kind)
  const item = parent?.list.lastElementChild
  if (item && open.length > 0) item.append(list)
  else before.before(list)
  return list
}

/** Removes the bullet's text, which Word marks for programs with lists to skip. */
function takeBullet(paragraph: Element): string {
  const marked = paragraph.querySelector('span[style*="mso-list:Ignore" i]')
  const bullet = marked?.textContent ?? ''
  marked?.remove()
  return bullet
}
