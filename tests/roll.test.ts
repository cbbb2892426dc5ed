import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const ROLL = resolve(import.meta.dirname, '../deploy/roll')

const UPSTREAM = `upstream farmstand {
	server 127.0.0.1:3000 max_fails=0;
	server shop-two:3001;
	server 127.0.0.1:30001 down;
}
`

async function aMachine(...broken: string[]) {
  const root = await mkdtemp(join(tmpdir(), 'farmstand-roll-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const [conf, done] = [join(root, 'farmstand.conf'), join(root, 'done')]
  await writeFile(conf, UPSTREAM)
  await writeFile(done, '')
  const down = `sed -n 's/^\\tserver \\(.*\\) down;/\\1/p' ${conf} | paste -sd,`
  const programs = {
    nginx: `[ "$1" = -t ] || echo "without $(${down})" >> ${done}`,
    restart: `echo "restart $1" >> ${done}`,
    sleep: '',
    // A server that can't sell is found out on restart.
    curl: `case $2 in ${broken.map((one) => `*${one}*) grep -q restart ${done} && { echo 'no database' >&2; exit 22; } ;;`).join(' ')} esac; echo ready`,
  }
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(root, name), `#!/bin/sh\n${text}\nexit 0\n`)
    await chmod(join(root, name), 0o755)
  }
  return {
    roll(...text: string[]) {
      const env = {
        PATH: [root, process.env.PATH].join(delimiter),
        ROLL_CONF: conf,
        ROLL_RESTART: 'restart',
      }
      const { status, stdout, stderr } = spawnSync(ROLL, text, { env, encoding: 'utf8' })
      return { status, said: stdout, error: stderr }
    },
    conf: () => readFile(conf, 'utf8'),
    done: async () => (await readFile(done, 'utf8')).split('\n').filter(Boolean),
  }
}

const BOTH = ['a=127.0.0.1:3000', 'b=shop-two:3001']

test('each server is left out while it restarts, and the file ends as it was', async () => {
  const machine = await aMachine()
  expect(machine.roll(...BOTH)).toEqual({ status: 0, said: 'a sells.\nb sells.\n', error: '' })
  expect(await machine.done()).toEqual([
    'without 127.0.0.1:3000 max_fails=0,127.0.0.1:30001',
    'restart a',
    'without 127.0.0.1:30001',
    'without shop-two:3001,127.0.0.1:30001',
    'restart b',
    'without 127.0.0.1:30001',
  ])
  expect(await machine.conf()).toBe(UPSTREAM)
})

test('one that does not sell afterwards stays left out, and the others stay as they are', async () => {
  const machine = await aMachine('127.0.0.1:3000')
  const { status, error } = machine.roll(...BOTH)
  expect([status, error]).toEqual([1, expect.stringContaining('a does not sell: no database')])
  expect(await machine.done()).not.toContain('restart b')
  expect(await machine.conf()).toBe(
    UPSTREAM.replace(':3000 max_fails=0;', ':3000 max_fails=0 down;'),
  )
})

test('what cannot be done is said, and touches nothing', async () => {
  const machine = await aMachine()
  for (const [text, error] of [
    [[], 'two servers at least'],
    [['a=127.0.0.1:3000'], 'two servers at least'],
    [['a=127.0.0.1:3000', 'b'], 'b is not UNIT=HOST:PORT'],
    [['a=127.0.0.1:3000', 'b=127.0.0.1:300'], 'names no server 127.0.0.1:300'],
  ] as const) {
    const answer = machine.roll(...text)
    expect([answer.status, answer.error]).toEqual([1, expect.stringContaining(error)])
  }
  expect([await machine.done(), await machine.conf()]).toEqual([[], UPSTREAM])
})
