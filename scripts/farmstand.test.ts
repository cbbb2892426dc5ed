import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readBackup } from '#server/features/backups/read-backup.ts'
import { aPlace } from '#tests/a-shop.ts'

const FARMSTAND = resolve(import.meta.dirname, 'farmstand.js')

/** The first command starts Node and loads the shop's code. */
const PATIENCE = { timeout: 60_000 }

async function aServer(lines: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'farmstand-shop-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const { DATA_DIR = '' } = await aPlace()
  const data = join(folder, 'data')
  await cp(DATA_DIR, data, { recursive: true })
  const file = join(folder, 'farmstand.env')
  await writeFile(file, [`DATA_DIR=${data}`, ...lines, ''].join('\n'))
  const shop = (words: string[], user = 'root') => {
    const typed = ['--settings', file, '--user', user, ...words]
    const { status, stdout, stderr } = spawnSync(process.execPath, [FARMSTAND, ...typed], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: '/nowhere', BACKUP_PASSPHRASE: 'from the shell' },
    })
    return { status, said: stdout, error: stderr }
  }
  return { folder, data, shop }
}

const onPostgres = inject('postgresUrl') !== undefined

test.skipIf(onPostgres)(
  'a command has the service’s settings to the letter, and no other; a file is where the person stands',
  PATIENCE,
  async () => {
    const { folder, shop } = await aServer(['BACKUP_PASSPHRASE=corn$$field-barn-77', 'PORT=3000\r'])
    expect(shop(['backup', '--to', 'one'])).toMatchObject({ status: 0, error: '' })
    expect(await readdir(folder)).toContain('one')
    await readBackup(join(folder, 'one'), 'corn$$field-barn-77', async () => {})
    expect(shop(['restore', 'one'])).toMatchObject({ status: 0, error: '' })
  },
)

test.skipIf(onPostgres)(
  'a line that would be misread is refused with its number, and nothing is done',
  PATIENCE,
  async () => {
    const { data, shop } = await aServer(['', 'export PORT=3000'])
    const { status, error } = shop(['backup'])
    expect([status, error]).toEqual([1, expect.stringMatching(/farmstand\.env, line 3: leave out/)])
    expect(existsSync(join(data, 'backups'))).toBe(false)
  },
)

/** Away from a server. */
function farmstand(words: string[], cwd = resolve('.'), input = '') {
  const env = { PATH: process.env.PATH }
  const { status, stdout, stderr } = spawnSync(process.execPath, [FARMSTAND, ...words], {
    ...{ cwd, env, input, encoding: 'utf8' },
  })
  return { status, said: stdout, error: stderr }
}

test('without a word the commands are listed; what is no command lists them and ends with 2', () => {
  expect(farmstand([])).toMatchObject({ status: 0, said: expect.stringMatching(/\n {2}backup /) })
  for (const [words, error] of [
    [['frobnicate'], /^error: unknown command 'frobnicate'[\s\S]*\n\nUsage: [\s\S]*\n {2}backup /],
    [['backup', '--too', 'one'], /^error: [\s\S]*\n\nUsage: /],
    [['restore'], /^error: [\s\S]*\n\nUsage: /],
  ] as const)
    expect(farmstand([...words])).toEqual({
      status: 2,
      said: '',
      error: expect.stringMatching(error),
    })
  expect(farmstand(['--version']).said).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('a setup takes its five answers from a pipe too, and says so where one is missing', () => {
  const answers = ['shop.farm.example', 'demo', 'jo@farm.example', '', '/mnt/backups']
  const setUp = (typed: string[], end = '\n') =>
    farmstand(['setup', '--dry-run'], undefined, typed.join('\n') + end)
  expect(setUp(answers)).toMatchObject({
    ...{ status: 0, error: '' },
    said: expect.stringMatching(/: make \/mnt\/backups for the shop to write to\n/),
  })
  for (const end of ['\n', ''])
    expect(setUp(answers.slice(0, 3), end)).toMatchObject({
      ...{
        status: 1,
        error: '\nNo answer, so nothing was done. To skip the questions, use --yes.\n',
      },
      said: expect.not.stringContaining('would'),
    })
})

test.skipIf(onPostgres)(
  'settings of .env in the folder count, behind those of the shell',
  PATIENCE,
  async () => {
    const { DATA_DIR = '' } = await aPlace()
    const folder = await mkdtemp(join(tmpdir(), 'farmstand-env-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(
      join(folder, '.env'),
      `DATA_DIR=${DATA_DIR}\nBACKUP_PASSPHRASE='corn$$field-barn-77'\n`,
    )
    expect(farmstand(['backup', '--to', 'kept'], folder)).toMatchObject({ status: 0, error: '' })
    await readBackup(join(folder, 'kept'), 'corn$$field-barn-77', async () => {})
    await mkdir(join(folder, 'stick'))
    expect(farmstand(['backup', '--to', 'stick'], folder)).toMatchObject({ status: 0, error: '' })
    expect(await readdir(join(folder, 'stick'))).toEqual([expect.stringMatching(/^farmstand-/)])
  },
)

const ROOT_ONLY = onPostgres || process.getuid?.() !== 0
const NOBODY = 65_534

test.skipIf(ROOT_ONLY)(
  'typed by root it is the shop’s user’s all the same, who can write what it made',
  PATIENCE,
  async () => {
    const { folder, data, shop } = await aServer([])
    for (const name of ['.', ...(await readdir(data))]) chownSync(join(data, name), NOBODY, NOBODY)
    chmodSync(folder, 0o777)
    expect(shop(['backup', '--to', '/root/b'], 'nobody').error).toMatch(
      /Choose another folder\.\n$/,
    )
    expect(shop(['backup', '--to', 'kept'], 'nobody')).toMatchObject({ status: 0, error: '' })
    expect(shop(['restore', 'kept'], 'nobody')).toMatchObject({ status: 0, error: '' })
    for (const name of ['.', 'shop.db']) expect(statSync(join(data, name)).uid).toBe(NOBODY)
  },
)

test.skipIf(ROOT_ONLY)(
  'a file that is somebody else’s is said with its owner and what to do',
  PATIENCE,
  async () => {
    const { data, shop } = await aServer([])
    const said = `${data} belongs to root, and the shop runs as user ${NOBODY}, who may not use it. As root: chown -R ${NOBODY} ${data}\n`
    expect(shop(['backup'], 'nobody')).toEqual({ status: 1, said: '', error: said })
    await mkdir(join(data, 'x'))
    chownSync(data, NOBODY, NOBODY)
    expect(shop(['backup'], 'nobody').error).toContain(`${data}/shop.db belongs to root`)
  },
)
