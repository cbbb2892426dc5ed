import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runInProcess } from './child-process.ts'

const HUNGRY = `process.on('message', () => {
  const held = []
  while (held.length < 100) held.push(Array.from({ length: 131_072 }, (_, at) => at + 0.5))
  process.send({ answer: held.length })
})`

test('a process of its own that wants more memory than it may have is broken off, in words', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'farmstand-hungry-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = join(folder, 'hungry.mjs')
  await writeFile(program, HUNGRY)
  const ask = (megabytes: number) =>
    runInProcess<number>(program, {}, { brokenOff: 'It was broken off.', megabytes }).answer
  await expect(ask(32)).rejects.toThrow('It was broken off.')
  expect(await ask(2000)).toBe(100)
})
