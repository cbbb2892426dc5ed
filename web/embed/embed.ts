import type { ProductFeed } from '#contract/feeds.ts'
import { productFeedEndpoint } from '#contract/shop-endpoints.ts'

/** Shown to visitors of the farm's other pages; the shop itself has its own words for these. */
const IN_STOCK = { in: 'In stock', low: 'Few left', out: 'Sold out' }

const MOST = 12

/** Takes letters and colors from the page around it. */
const LOOK = `:host{display:block;line-height:1.4}
*{box-sizing:border-box}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:1rem;margin:0 0 1rem;padding:0;list-style:none}
li a{display:block;height:100%;overflow:hidden;border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:.75rem;color:inherit;text-decoration:none}
li a:hover b{text-decoration:underline}
img{display:block;width:100%;aspect-ratio:4/3;object-fit:cover}
b,span{display:block;margin:.35rem .75rem;overflow-wrap:anywhere}
span{font-size:.9em}
p{margin:0 0 1rem}
.order{display:inline-block;padding:.6rem 1.1rem;border-radius:2rem;background:#2f5d3a;color:#fff;font-weight:600;text-decoration:none}`

/** A module has no current script, and runs once for all that load it. */
const scripts = document.currentScript
  ? [document.currentScript]
  : document.querySelectorAll('script[src*="/api/feeds/embed.js"]')
for (const script of scripts) if (script instanceof HTMLScriptElement) void show(script)

async function show(script: HTMLScriptElement): Promise<void> {
  const { origin } = new URL(script.src)
  const feed: ProductFeed | null = await fetch(origin + productFeedEndpoint.path, {
    credentials: 'omit',
  })
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => null)
  const place = document.createElement('div')
  const root = place.attachShadow({ mode: 'open' })
  // A sheet, not a style element: a page's policy may forbid those.
  const look = new CSSStyleSheet()
  look.replaceSync(LOOK)
  root.adoptedStyleSheets = [look]
  root.append(...(feed ? partsOf(feed, script.dataset) : [link(`${origin}/`, 'Our shop')]))
  script.after(place)
}

function partsOf({ farm, url, pause, nextDay, products }: ProductFeed, wishes: DOMStringMap) {
  const category = wishes.category?.trim().toLowerCase() ?? ''
  const most = Number(wishes.most) || MOST
  const list = element('ul')
  for (const product of products
    .filter((one) => one.category.toLowerCase().includes(category))
    .slice(0, most))
    list.append(card(product))
  const day = nextDay && `Next pickup: ${formatDay(nextDay)}`
  const closed = pause && (/not taking orders/i.test(pause) ? pause : `Not taking orders. ${pause}`)
  const order = link(url, `${pause ? 'Visit' : 'Order at'} ${farm}`)
  order.className = 'order'
  return [list, ...(closed || day ? [element('p', closed || day || '')] : []), order]
}

function card({
  name,
  price,
  unit,
  weighed,
  inStock,
  url,
  image,
}: ProductFeed['products'][number]) {
  const item = element('li')
  const whole = link(url, '')
  if (image) {
    const picture = document.createElement('img')
    Object.assign(picture, { loading: 'lazy', alt: '', src: image })
    whole.append(picture)
  }
  const amount = price.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  whole.append(
    element('b', name),
    element('span', weighed ?? (unit ? `${amount} / ${unit}` : amount)),
    element('span', IN_STOCK[inStock]),
  )
  item.append(whole)
  return item
}

function link(href: string, text: string): HTMLAnchorElement {
  const made = document.createElement('a')
  made.href = href
  made.textContent = text
  return made
}

function element(tag: 'ul' | 'li' | 'p' | 'b' | 'span', text = ''): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}

function formatDay(day: string): string {
  const form = { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return new Date(day).toLocaleDateString('en-US', form)
}
