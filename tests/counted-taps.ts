import type { Locator, Page } from 'playwright-core'

/** `seen` is the time from the last tap until its result shows. */
export class Hand {
  taps = 0
  fields = 0
  #since = 0
  waited = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async tap(what: Locator): Promise<void> {
    this.taps++
    await what.waitFor()
    await what.scrollIntoViewIfNeeded()
    this.#since = performance.now()
    await what.click()
  }

  async type(field: Locator, text: string): Promise<void> {
    this.fields++
    await field.fill(text)
    this.#since = performance.now()
  }

  async choose(field: Locator, value: string | { label: string } | { index: number }) {
    this.taps += 2
    this.#since = performance.now()
    await field.selectOption(value)
  }

  async seen(what: Locator): Promise<void> {
    await what.first().waitFor({ timeout: 30_000 })
    this.waited = performance.now() - this.#since
  }
}

export type Job = { name: string; before: string; run(hand: Hand): Promise<void> }

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first()
export const says = (page: Page, text: string | RegExp) => page.getByText(text).first()

export async function openTab(hand: Hand, name: string): Promise<void> {
  await hand.tap(hand.page.getByRole('tab', { name }))
}

export async function openPage(hand: Hand, name: string): Promise<void> {
  const bar = hand.page.getByRole('navigation', { name: 'Desk', exact: true })
  const more = bar.getByRole('link', { name: 'More' })
  if (!(await more.isVisible())) return hand.tap(bar.getByRole('link', { name }))
  await hand.tap(more)
  await hand.tap(hand.page.locator('main').getByRole('link', { name: new RegExp(`^${name}`) }))
}
