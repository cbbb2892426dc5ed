import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Software and bookkeeping words a farmer would not say. */
const FORBIDDEN =
  /\b(?:capacity|horizon|set aside|beyond|unaccounted|float|tenders?|void(?:ed)?|grant|fulfil\w*|SKU|enum|null|undefined|NaN)\b/i

async function textOf(page: Page): Promise<string> {
  const text = await page.locator('main, [role=dialog]').evaluateAll((all) =>
    all.flatMap((one) => {
      const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      while (texts.nextNode()) found.push(texts.currentNode.nodeValue ?? '')
      return found
    }),
  )
  expect(text.length).toBeGreaterThan(10)
  return text.join(' | ')
}

export async function expectPlainWords(page: Page, what?: string): Promise<void> {
  expect(await textOf(page), what).not.toMatch(FORBIDDEN)
}
