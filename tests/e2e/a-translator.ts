import type { BrowserContext, Page } from 'playwright-core'

/** Changes each text that is translated; Playwright leaves it out, so English locators still find it. */
export const TRANSLATED = '\u200b'

/** Lets the pages of a context be translated as Chrome, Edge and Safari do it: once they are awake, or before. */
export async function translatePages(
  context: BrowserContext,
  when: 'awake' | 'asleep' = 'awake',
): Promise<void> {
  await context.addInitScript(translatePage, { mark: TRANSLATED, when })
}

/**
 * Runs in the page. A translator puts `<font>` in the place of each text node, and of each that comes later; blank
 * ones, what is typed and what says `translate="no"` it leaves.
 */
function translatePage({ mark, when }: { mark: string; when: 'awake' | 'asleep' }): void {
  const LEFT = 'font, script, style, textarea, noscript, [translate=no], [contenteditable=true]'
  const isAwake = () =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react'))

  // Every card has been taken over: nobody's browser knows the page's language before that.
  const isWhole = () =>
    [...document.querySelectorAll('.shop-grid button')].every((button) =>
      Object.keys(button).some((key) => key.startsWith('__react')),
    )

  function translate(text: Text): void {
    if (text.data.trim() === '' || text.parentElement?.closest(LEFT) !== null) return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    const words = text.data.trimEnd()
    inner.textContent = /\p{L}/u.test(words)
      ? words + mark + text.data.slice(words.length)
      : text.data
    outer.append(inner)
    text.replaceWith(outer)
  }

  function translateAll(root: Node): void {
    const texts: Text[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text)
    for (const text of texts) translate(text)
  }

  function start(): void {
    translateAll(document.body)
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData' && target.isConnected) translate(target as Text)
        for (const added of addedNodes)
          if (added.isConnected) added instanceof Text ? translate(added) : translateAll(added)
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
    document.documentElement.classList.add('translated-ltr')
  }

  function startOnceAwake(): void {
    if (document.readyState === 'complete' && isAwake() && isWhole()) setTimeout(start, 100)
    else setTimeout(startOnceAwake, 20)
  }
  if (when === 'awake') startOnceAwake()
  else document.addEventListener('readystatechange', start, { once: true })
}

export type Reading = {
  /** Every number that is seen, in order, and those in fields. */
  numbers: string
  /** Sums, order numbers and bare numbers that a translator was let at. */
  loose: string[]
  /** How much is seen. */
  letters: number
  /** How many texts were translated. */
  translated: number
}

/** Reads what is seen but for toasts, which come and go by their own clock. */
export function readPage(page: Page): Promise<Reading> {
  return page.evaluate(() => {
    // What is said to screen readers stands there for a while as well.
    const TOASTS = '.toast-card, body > span[role=status], .sr-only[role=status]'
    const toasts = [...document.querySelectorAll<HTMLElement>(TOASTS)]
    for (const toast of toasts) toast.style.display = 'none'
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not seen
    const seen = document.body.innerText
    for (const toast of toasts) toast.style.display = ''
    const fields = [...document.querySelectorAll('input, textarea')].flatMap((field) =>
      field instanceof HTMLInputElement && (field.type === 'password' || field.type === 'radio')
        ? []
        : field.checkVisibility()
          ? [(field as HTMLInputElement).value]
          : [],
    )
    const numbers = [seen, ...fields].join('\n').match(/(?<![\w-])[$#]?\d[\d,.:]*(?![\w-])/g) ?? []
    const fonts = [...document.querySelectorAll('font font')]
    const loose = fonts
      .filter((font) => !font.closest(TOASTS))
      .map((font) => font.textContent.trim())
      .filter((text) => /^\P{L}*\d\P{L}*$/u.test(text))
    return {
      numbers: numbers.map((number) => number.replace(/[.,:]+$/, '')).join(' '),
      loose,
      letters: seen.trim().length,
      translated: fonts.length,
    }
  })
}
