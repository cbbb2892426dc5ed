import { describe, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { productsQuery } from './shop-queries.ts'

function failing(status: number) {
  const fetching = vi.fn(async (_path: string) => new Response(null, { status }))
  vi.stubGlobal('fetch', fetching)
  return fetching
}

describe('a query', () => {
  test('reads the path made of its key, in the browser and on the server', async () => {
    const requested: string[] = []
    vi.stubGlobal('fetch', async (path: string) => {
      requested.push(path)
      return new Response('[]')
    })
    const load = async (path: string) => requested.push(`in process: ${path}`)
    await createQueryClient().fetchQuery({ queryKey: ['/api/checkouts', 'abc'] })
    await createQueryClient(load).fetchQuery({ queryKey: ['/api/products'] })
    expect(requested).toEqual(['/api/checkouts/abc', 'in process: /api/products'])
  })

  test('is never retried and never goes stale', async () => {
    const fetching = failing(500)
    const client = createQueryClient()
    await expect(client.fetchQuery({ queryKey: ['/api/orders'] })).rejects.toThrow('500')
    expect(fetching).toHaveBeenCalledTimes(1)
    client.setQueryData(['/api/orders'], [])
    await client.fetchQuery({ queryKey: ['/api/orders'] })
    expect(fetching).toHaveBeenCalledTimes(1)
  })

  test('of the products answers null when the first load fails, and keeps what it has when a later one does', async () => {
    failing(503)
    const client = createQueryClient()
    expect(await client.fetchQuery(productsQuery)).toBeNull()
    client.setQueryData(productsQuery.queryKey, [])
    await client.refetchQueries({ queryKey: productsQuery.queryKey })
    expect(client.getQueryData(productsQuery.queryKey)).toEqual([])
  })

  test('that is asked for anew while an older answer is on its way keeps the newer one', async () => {
    const answers = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()]
    const waiting = [...answers]
    const client = createQueryClient(async () => waiting.shift()?.promise)
    client.setQueryData(['/api/products'], ['known'])
    const older = client.refetchQueries({ queryKey: ['/api/products'] })
    const newer = client.refetchQueries({ queryKey: ['/api/products'] })
    answers[1]?.resolve(['new'])
    await newer
    answers[0]?.resolve(['old'])
    await older
    expect(client.getQueryState(['/api/products'])).toMatchObject({
      data: ['new'],
      fetchStatus: 'idle',
    })
  })

  test('asked for by two at once is loaded once', async () => {
    let loads = 0
    const client = createQueryClient(async () => ++loads)
    const both = [1, 2].map(() => client.fetchQuery({ queryKey: ['/api/pages'] }))
    expect([await Promise.all(both), loads]).toEqual([[1, 1], 1])
  })

  test('read again keeps of a list what is as it was', async () => {
    const [eggs, bread] = [
      { id: 1, stock: 3 },
      { id: 2, stock: 4 },
    ]
    const client = createQueryClient(async () => [{ ...eggs }, { ...bread, stock: 1 }])
    client.setQueryData(['/api/products'], [eggs, bread])
    await client.refetchQueries({ queryKey: [] })
    const list = client.getQueryData<readonly string[]>(['/api/products'])
    expect(list).toEqual([eggs, { id: 2, stock: 1 }])
    expect((list as unknown[])[0]).toBe(eggs)
  })
})
