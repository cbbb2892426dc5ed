import { expect, test } from 'vitest'
import { type ImageStore, ImageStoreError } from './image-store.ts'
import { rememberImages } from './open-image-store.ts'

const ALWAYS = { room: 10, belief: 60_000 }
const NEVER = { room: 10, belief: 0 }

function aStore() {
  const files = new Map<string, Buffer>()
  const requested: string[] = []
  const state = { isAway: false }
  const ask = (what: string) => {
    requested.push(what)
    if (state.isAway) throw new ImageStoreError('away')
  }
  const store: ImageStore = {
    location: 'memory',
    read: async (file) => {
      ask(`read ${file}`)
      return files.get(file) ?? null
    },
    peek: () => null,
    has: async (file) => {
      ask(`has ${file}`)
      return files.has(file)
    },
    put: async (file, bytes) => void files.set(file, bytes),
    removeAll: async (start) => {
      for (const file of files.keys()) if (file.startsWith(start)) files.delete(file)
    },
    list: async () => [],
    copyTo: async () => {},
    tryOut: async () => {},
  }
  for (const [file, size] of Object.entries({ a: 4, b: 4, c: 4, huge: 11 }))
    files.set(file, Buffer.alloc(size))
  return { store, files, asked: requested, state }
}

test('a file is read once, and what was asked for longest ago makes room', async () => {
  const { store, asked: requested } = aStore()
  const remembering = rememberImages(store, ALWAYS)
  for (const file of ['a', 'a', 'b', 'a', 'c', 'a', 'b']) await remembering.read(file)
  expect(requested).toEqual(['read a', 'read b', 'read c', 'read b'])
})

test('a file that is larger than the room is read anew, and room is not lost by it', async () => {
  const { store, asked: requested } = aStore()
  const remembering = rememberImages(store, ALWAYS)
  for (const file of ['huge', 'huge', 'a', 'b', 'a', 'b']) await remembering.read(file)
  expect(requested).toEqual(['read huge', 'read huge', 'read a', 'read b'])
})

test('a file that there is not is asked for again', async () => {
  const { store, files } = aStore()
  const remembering = rememberImages(store, ALWAYS)
  expect(await remembering.read('new')).toBeNull()
  files.set('new', Buffer.alloc(1))
  expect(await remembering.read('new')).toHaveLength(1)
})

test('what is removed here is forgotten at once, what is removed elsewhere when it is asked about again', async () => {
  const { store, files, asked: requested } = aStore()
  const remembering = rememberImages(store, NEVER)
  for (const file of ['a', 'a', 'b']) await remembering.read(file)
  expect(requested).toEqual(['read a', 'has a', 'read b'])
  files.delete('a')
  expect([await remembering.read('a'), await remembering.read('b')]).toEqual([
    null,
    Buffer.alloc(4),
  ])
  const believing = rememberImages(store, ALWAYS)
  await believing.read('b')
  await believing.removeAll('b')
  expect(await believing.read('b')).toBeNull()
})

test('while the store is away, what is remembered is there and nothing else', async () => {
  const { store, state } = aStore()
  const remembering = rememberImages(store, NEVER)
  await remembering.read('a')
  state.isAway = true
  expect(await remembering.read('a')).toEqual(Buffer.alloc(4))
  await expect(remembering.read('b')).rejects.toThrow(ImageStoreError)
})
