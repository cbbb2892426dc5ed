import type { BrowserContext, Page } from 'playwright-core'

/** Marks each translated text; Playwright skips it, so English locators still match. */
export const TRANSLATED = '\u200b'

/** Translates a context's pages as Chrome, Edge and Safari do, once they're awake or before. */
export async function translatePages(
  context: BrowserContext,
  when: 'awake' | 'asleep' = 'awake',
): Promise<void> {
  await context.addInitScript(translatePage, { mark: TRANSLATED, when })
}

/**
 * Runs in the page. Replaces each text node, now and later, with `<font>`, except blank ones, typed
 * text and `translate="no"`.
 */
function translatePage({ mark, when }: { mark: string; when: 'awake' | 'asleep' }): void {
  const LEFT = 'font, script, style, textarea, noscript, [translate=no], [contenteditable=true]'
  const isAwake = () =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react'))

  // Every card is hydrated: no browser knows the page's language before that.
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
  /** Every visible number in order, fields included. */
  numbers: string
  /** Sums, order numbers and bare numbers a translator could touch. */
  loose: string[]
  letters: number
  translated: number
}

/** Skips toasts, which come and go on their own clock. */
export function readPage(page: Page): Promise<Reading> {
  return page.evaluate(() => {
    // Text for screen readers also lingers.
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
