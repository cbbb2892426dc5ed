import { describe, expect, test } from 'vitest'
import { aVisitedShop, drawn, expectAccessible, shot, widths, withBrowser } from './a-browser.ts'
import { translatePages } from './a-translator.ts'

withBrowser()

const ASK = 'Ask the farm helper'

describe.each(widths(390))('at %i px', (width) => {
  test('a visitor asks the farm helper and reads the answer', async () => {
    const { page, trace } = await aVisitedShop({ width })
    await page.goto('/')
    await page.getByRole('button', { name: ASK }).waitFor()
    await expectAccessible(page, 'home with the chat button')
    await page.getByRole('button', { name: ASK }).click()
    const chat = page.getByRole('dialog', { name: 'Farm helper' })
    await chat.getByText('I’m the farm helper').waitFor()
    await expectAccessible(page, 'chat')
    await shot(page, 'chat-open', { fullPage: false })
    await page.keyboard.type('How much are the sesame bagels?')
    await page.keyboard.press('Enter')
    await chat.getByText('$7.50').waitFor()
    await expectAccessible(page, 'chat with an answer')
    await shot(page, 'chat-answered', { fullPage: false })
    await page.keyboard.press('Escape')
    expect(await chat.count()).toBe(0)
    expect(trace.errors).toEqual([])
  })
})

test('of a long answer about allergens a small phone shows the beginning', async () => {
  const { page } = await aVisitedShop({ width: 320, isLast: true })
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/')
  await page.getByRole('button', { name: ASK }).click()
  const chat = page.getByRole('dialog', { name: 'Farm helper' })
  await chat.getByRole('textbox').fill('my son has a milk allergy what can he eat')
  await page.keyboard.press('Enter')
  const answer = chat.locator('.chat-message').last()
  await answer.getByText(/^Our products with milk/).waitFor()
  await answer.getByText('12 products').waitFor()
  await drawn(page)
  const [top, log] = [await answer.boundingBox(), await chat.getByRole('log').boundingBox()]
  expect(log?.height).toBeGreaterThan(180)
  expect((top?.y ?? 0) - (log?.y ?? 0)).toBeGreaterThan(-1)
  expect((top?.y ?? 0) - (log?.y ?? 0)).toBeLessThan(60)
  await shot(page, 'chat-allergens', { fullPage: false })
})

test.each(widths(390))(
  'what an answer prices is added there, translated, at %i px',
  async (width) => {
    const { page } = await aVisitedShop({ width, isLast: true })
    await translatePages(page.context())
    await page.goto('/')
    await page.getByRole('button', { name: ASK }).click()
    const chat = page.getByRole('dialog', { name: 'Farm helper' })
    await chat.getByRole('textbox').fill('what cheeses do you have')
    await page.keyboard.press('Enter')
    const add = chat.getByRole('button', { name: 'Add Garden Herb Cheese, half pound to cart' })
    await add.click()
    await chat.getByRole('button', { name: 'When is the market?' }).click()
    await chat.getByText(/market stall is open/).waitFor()
    await add.click()
    await chat.getByText('2', { exact: true }).waitFor()
    await expectAccessible(page, 'chat with goods')
    await shot(page, 'chat-goods', { fullPage: false })
  },
)

test('on a phone the button lies on no words of any size, steps aside while the shop is read, and stands in the bar of the cart', async () => {
  const { page } = await aVisitedShop({ width: 390 })
  await page.goto('/')
  const button = page.getByRole('button', { name: ASK })
  await button.waitFor()
  for (const size of ['130%', '150%', '200%', '100%']) {
    await page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size)
    await drawn(page)
    expect(await page.evaluate(wordsUnderChat), size).toEqual([])
  }
  for (const [width, height] of PHONES) {
    await page.setViewportSize({ width, height })
    expect(await page.evaluate(pressableUnderChat), `${width} × ${height} px`).toEqual([])
  }
  await page.mouse.wheel(0, 900)
  await button.waitFor({ state: 'hidden' })
  await page.mouse.wheel(0, -200)
  await drawn(page)
  expect(await button.isVisible()).toBe(false)
  await page.getByRole('button', { name: /^Add / }).first().click()
  await button.waitFor()
  const [bar, chat] = [page.getByRole('button', { name: /View cart/ }), button]
  const [right, left] = [await chat.boundingBox(), await bar.boundingBox()]
  expect((right?.x ?? 0) + (right?.width ?? 0)).toBeLessThanOrEqual(left?.x ?? 0)
})

/** Phone screens in use, in px; the review's one last. */
const PHONES = [
  [320, 568],
  [360, 640],
  [375, 553],
  [375, 667],
  [390, 568],
  [393, 740],
  [412, 915],
  [430, 932],
  [390, 844],
] as const

function pressableUnderChat(): (string | null)[] {
  const chat = document.querySelector('.chat-button')?.getBoundingClientRect()
  if (!chat || chat.bottom > innerHeight) return ['the button is out of sight']
  const isUnder = (one: DOMRect) =>
    one.left < chat.right && one.right > chat.left && one.top < chat.bottom && one.bottom > chat.top
  return [...document.querySelectorAll('main :is(a, button):not(.chat-button)')]
    .filter((one) => isUnder(one.getBoundingClientRect()))
    .map((one) => one.getAttribute('aria-label') ?? one.textContent)
}

function wordsUnderChat(): string[] {
  const chat = document.querySelector('.chat-button')?.getBoundingClientRect()
  const texts = document.createTreeWalker(
    document.querySelector('main') ?? document,
    NodeFilter.SHOW_TEXT,
  )
  const found: string[] = []
  while (chat && texts.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    for (const one of range.getClientRects())
      if (
        one.left < chat.right &&
        one.right > chat.left &&
        one.top < chat.bottom &&
        one.bottom > chat.top
      )
        found.push(texts.currentNode.textContent ?? '')
  }
  return chat ? found : ['there is no button']
}
