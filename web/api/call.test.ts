import { describe, expect, test, vi } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { products } from '#contract/products/products.ts'
import { call } from './call.ts'
import { ApiFailure, sentenceOf } from './request.ts'

function answering(body: string, init: ResponseInit = {}) {
  const fetching = vi.fn(
    async (_path: string, _init: RequestInit) => new Response(body || null, init),
  )
  vi.stubGlobal('fetch', fetching)
  return fetching
}

async function failureOf(requested: Promise<unknown>): Promise<ApiFailure> {
  const failure = await requested.catch((error: unknown) => error)
  if (!(failure instanceof ApiFailure)) throw new Error('It did not fail as expected.')
  return failure
}

describe('a call of the contract', () => {
  test('fills the path, sends JSON with cookies and asks for JSON', async () => {
    const fetching = answering('{}')
    await call(orders.changeStatus, { params: { id: '7' }, body: { status: 'shipped' } })
    const [path, init] = fetching.mock.calls[0] ?? []
    expect(path).toBe('/api/orders/7/status')
    expect(init).toMatchObject({
      method: 'PUT',
      credentials: 'same-origin',
      body: '{"status":"shipped"}',
    })
    expect(init?.headers).toEqual({
      Accept: 'application/json',
      'Content-Type': 'application/json',
    })
  })

  test('an answer without a body is undefined', async () => {
    answering('', { status: 204 })
    expect(await call(products.delete, { params: { id: '7' } })).toBeUndefined()
  })

  test("a refusal's message is the status, a colon and the sentence", async () => {
    answering('{"code":"sold-out","message":"Only 2 left.","field":"items"}', { status: 409 })
    const failure = await failureOf(call(products.list))
    expect(failure.message).toBe('409: Only 2 left.')
    expect(failure.refusal).toEqual({ code: 'sold-out', message: 'Only 2 left.', field: 'items' })
    expect(sentenceOf(failure)).toBe('Only 2 left.')
  })

  test('a refusal in plain text keeps its sentence', async () => {
    answering('Please wait a minute.', { status: 429 })
    expect((await failureOf(call(products.list))).message).toBe('429: Please wait a minute.')
  })

  test('an empty body leaves the status text, which nobody is shown', async () => {
    answering('', { status: 502, statusText: 'Bad Gateway' })
    const failure = await failureOf(call(products.list))
    expect(failure.message).toBe('502: Bad Gateway')
    expect(sentenceOf(failure)).toBe('Something went wrong. Please try again.')
  })
})
