import type { IOptions } from 'sanitize-html'

const ALLOWED_ATTRIBUTES: Record<string, string[]> = {
  a: ['href', 'rel', 'title'],
  img: ['src', 'alt', 'width', 'height', 'loading', 'fetchpriority'],
  ol: ['start', 'reversed'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  time: ['datetime'],
}
const ALLOWED_TAGS =
  `h2 h3 h4 p div blockquote pre hr br ul ol li dl dt dd figure figcaption img table caption
  thead tbody tfoot tr th td a strong b em i u s small sub sup code abbr time`.split(/\s+/)

/** Removed together with their content, which isn't page text. */
const GONE_WITH_CONTENT =
  `script style noscript template iframe object applet svg math title head textarea select
  option xmp noembed noframes plaintext audio video canvas`.split(/\s+/)

/** The page's title is its `h1`, so content starts at `h2`. */
const HEADINGS = { h1: 'h2', h5: 'h4', h6: 'h4' }

const ALLOWED_SCHEMES = ['http', 'https', 'mailto', 'tel']
const OWN_PICTURE = /^\/uploads\/[\w-]+(?:\.[\w-]+)*$/

/** Other sites don't learn where visitors came from; search engines may follow. */
const FOREIGN_LINK = 'noopener noreferrer'

const OWN_ORIGIN = 'https://shop.invalid'

const DEEPEST = 40
const MAX_NAMED = 20

/** HTML is reparsed until stable: removing an element may misplace others. */
const MAX_READINGS = 8

export type SanitizedPage = { html: string; removed: string[] }

/**
 * Reduces a page's HTML to the allow-list, so nothing in it can run, load from other sites or
 * change the page around it. `removed` names what was lost, sorted: elements as `<script>`,
 * attributes as `onclick`.
 */
export async function sanitizePage(html: string): Promise<SanitizedPage> {
  // Loaded with the first page, since the library and its parsers take 18 MB.
  const { default: sanitizeHtml } = await import('sanitize-html')
  const removed = new Set<string>()
  const read = (text: string, note: (name: string) => void) =>
    sanitizeHtml(text, optionsNoting(note)).trim()
  let cleaned = read(html, (name) => removed.add(name))
  for (let reading = 2; reading <= MAX_READINGS; reading++) {
    const again = read(cleaned, () => {})
    if (again === cleaned) break
    cleaned = again
  }
  return { html: cleaned, removed: [...removed].sort().slice(0, MAX_NAMED) }
}

function optionsNoting(note: (name: string) => void): IOptions {
  const waiting = onlyTheFirstAtOnce()
  return {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: ALLOWED_ATTRIBUTES,
    allowedSchemes: ALLOWED_SCHEMES,
    allowProtocolRelative: false,
    nonTextTags: GONE_WITH_CONTENT,
    nestingLimit: DEEPEST,
    parseStyleAttributes: false,
    transformTags: {
      ...HEADINGS,
      '*': (tagName, attribs) => {
        const allowed = allowedAttributes(tagName, attribs, note)
        return { tagName, attribs: allowed.src ? { ...allowed, ...waiting() } : allowed }
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  }
}

type Attributes = Record<string, string>

/** How a picture loads is up to the shop. */
const WAITING = ['loading', 'fetchpriority']

/** The first picture is probably in view right away. */
function onlyTheFirstAtOnce(): () => Attributes {
  let isFirst = true
  return () => {
    const waiting: Attributes = isFirst ? { fetchpriority: 'high' } : { loading: 'lazy' }
    isFirst = false
    return waiting
  }
}

function allowedAttributes(
  tag: string,
  attributes: Attributes,
  note: (name: string) => void,
): Attributes {
  if (!ALLOWED_TAGS.includes(tag)) {
    note(`<${readableName(tag)}>`)
    return {}
  }
  const cleaned = Object.entries(attributes).filter(([name, value]) => {
    const stays = (ALLOWED_ATTRIBUTES[tag] ?? []).includes(name) && isHarmless(name, value)
    if (!stays) note(readableName(name))
    return stays && !WAITING.includes(name)
  })
  return { ...Object.fromEntries(cleaned), ...ownAttributes(tag, attributes) }
}

function isHarmless(name: string, value: string): boolean {
  if (name === 'href') return linkKind(value) !== 'refused'
  if (name === 'rel') return value === FOREIGN_LINK
  return name !== 'src' || OWN_PICTURE.test(value)
}

function ownAttributes(tag: string, { href = '', alt = '' }: Attributes): Attributes {
  if (tag === 'img') return { alt }
  return tag === 'a' && linkKind(href) === 'foreign' ? { rel: FOREIGN_LINK } : {}
}

/** `//evil.example` and `\\evil.example` look like paths but aren't. */
function linkKind(href: string): 'own' | 'foreign' | 'refused' {
  const url = URL.parse(href, OWN_ORIGIN)
  if (!url || !ALLOWED_SCHEMES.includes(url.protocol.slice(0, -1))) return 'refused'
  if (url.origin === OWN_ORIGIN || !url.protocol.startsWith('http')) return 'own'
  return /^https?:\/\//i.test(href) ? 'foreign' : 'refused'
}

function readableName(name: string): string {
  return name.replace(/[^\w:.-]/g, '').slice(0, 40) || '?'
}
