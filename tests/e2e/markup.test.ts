import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { anOpenShop } from './an-open-shop.ts'
import { buyFrom, receiptOf } from './an-order.ts'

/** HTML and accessibility rules; how React writes void tags and attributes is a matter of style. */
const checker = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    'void-style': 'off',
    'doctype-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
  },
})

test('the markup of every public page is flawless', async () => {
  const { url } = await anOpenShop()
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, address]) => new URL(address ?? '').pathname,
  )
  const others = [
    '/?all=1',
    '/checkout',
    '/admin',
    '/nowhere',
    '/pages/nothing-here',
    await receiptOf(buyFrom(url)),
  ]
  const paths = [...listed, ...others]
  const faults = await Promise.all(
    paths.map(async (path) => {
      const html = await (await fetch(url + path)).text()
      const { results } = await checker.validateString(html)
      return results.flatMap(({ messages }) =>
        messages.map((one) => `${path}: ${one.ruleId} ${one.message}`),
      )
    }),
  )
  expect(paths).toContain('/')
  expect(faults.flat()).toEqual([])
})
