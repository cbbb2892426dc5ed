import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ended } from './a-browser.ts'

/** Root text sizes in percent; the last is WCAG 2.2's (1.4.4). */
const TEXT_SIZES = [130, 150, 200]

/** Which of these overflow their table's box at double text size. */
export function cutOffAtDoubleText(page: Page, selector: string): Promise<(string | null)[]> {
  return page.evaluate((selected) => {
    const { style } = document.documentElement
    style.fontSize = '200%'
    const edge = (one: Element) => Math.round(one.getBoundingClientRect().right)
    const found = [...document.querySelectorAll(selected)].filter((one) => {
      const box = one.closest('table')?.parentElement
      return one.checkVisibility() && box && edge(one) > edge(box)
    })
    style.fontSize = ''
    return found.map((one) => one.getAttribute('aria-label'))
  }, selector)
}

/** In dark mode every word has contrast; with larger text nothing overflows sideways. */
export async function expectReadable(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await ended(page)
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], iframes: false })
  const { violations } = await axe.withRules('color-contrast').setLegacyMode().analyze()
  await page.emulateMedia({ colorScheme: null })
  const pale = violations.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' ')))
  expect(pale, `${what} in the dark`).toEqual([])
  const [seen, ...widths] = await page.evaluate((sizes) => {
    const { style } = document.documentElement
    const measured = sizes.map((size) => {
      style.fontSize = `${size}%`
      return document.documentElement.scrollWidth
    })
    style.fontSize = ''
    return [window.innerWidth, ...measured]
  }, TEXT_SIZES)
  expect(widths, `${what} at ${TEXT_SIZES.join(', ')} %`).toEqual(TEXT_SIZES.map(() => seen))
}
