import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { orderBody } from '../a-buyer.ts'
import { anOpenShop } from './an-open-shop.ts'

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
    await aReceipt(url),
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

async function aReceipt(url: string): Promise<string> {
  const [product] = await (await fetch(`${url}/api/products`)).json()
  const headers = { 'content-type': 'application/json' }
  const post = (path: string, body: object, cookie = '') =>
    fetch(url + path, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify(body),
    })
  const who = {
    customer_email: 'ada@example.com',
    customer_name: 'Ada Miller',
    payment_method_id: 'pm_card_visa',
  }
  const intent = await post('/api/payments/stripe/create-intent', {
    ...who,
    amount: Math.round(product.price * 100),
  })
  const items = [{ productId: product.id, quantity: 1, price: product.price }]
  const { orderData } = orderBody([[product, 1]])
  const order = await post(
    '/api/orders',
    { orderData, items },
    intent.headers.get('set-cookie')?.split(';')[0],
  )
  return (await order.json()).receiptUrl
}
