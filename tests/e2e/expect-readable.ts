import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Sizes of the root's text, in percent of the ordinary one; the last is what WCAG 2.2 asks for (1.4.4). */
const TEXT_SIZES = [130, 150, 200]

/** In the dark every word stands out from its ground; and with larger text nothing sticks out sideways. */
export async function expectReadable(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
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
