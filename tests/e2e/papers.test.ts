import { execFile, spawn } from 'node:child_process'
import {
  appendFile,
  chmod,
  copyFile,
  mkdtemp,
  readdir,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { findOrWarn } from '../find-program.ts'
import { IS_LONG } from '../length-of-run.ts'
import { readJson, readProject } from '../locked-packages.ts'
import { freePort } from '../postgres.ts'
import { aFeed, boot, FOR_BOOT, visitors } from './a-booted-debian.ts'

const run = promisify(execFile)
const PROJECT = resolve(import.meta.dirname, '../..')
const debootstrap = IS_LONG ? await findOrWarn('debootstrap') : null
const nspawn = debootstrap ? await findOrWarn('systemd-nspawn') : null

const { version } = readJson<{ version: string }>('package.json')
const DEB = `farmstand_${version}_amd64.deb`

/** Commands of README and operating.md as a new server meets them, and what each says. */
const STORY: [command: string, says: RegExp][] = [
  [`sudo apt update && sudo apt install ./${DEB}`, /Now: farmstand setup shop\.example/],
  ['sudo apt-get install libatomic1', /libatomic1/],
  ['apt install libatomic1', /already the newest/],
  ['farmstand', /Usage: farmstand COMMAND/],
  ['farmstand setup --help', /--dry-run/],
  ['sudo farmstand setup shop.farm.example', /done: set \/etc\/farmstand\.env/],
  ['sudo farmstand setup shop.farm.example --no-demo', /is so already: set \/etc\/farmstand\.env/],
  // Here the shop is started by hand, as there is no systemd.
  ['sudo farmstand doctor', /WRONG +Name +shop\.farm\.example leads nowhere/],
  ['farmstand doctor', /ok +Clock/],
  ['sudo farmstand report', /\/tmp\/farmstand-report-/],
  ['sudo farmstand passkeys-off', /nothing was changed/],
  ['sudo farmstand check-books', /The books balance/],
  ['sudo farmstand backup', /read back and verified/],
  ['farmstand update', /Nobody publishes releases of this program yet/],
  // Here the shop is stopped.
  ['sudo farmstand restore FILE', /The books balance/],
  ['sudo farmstand restore shop.backup --take-over', /Point the name shop\.farm\.example/],
  ['sudo farmstand remove', /The data stays in \/var\/lib\/farmstand/],
]

/** What only a machine with systemd does, once the shop is set up there. */
const WITH_SYSTEMD: typeof STORY = [
  ['sudo systemctl restart farmstand', /^$/],
  ['timedatectl', /System clock synchronized: (?:yes|no)/],
  ['timedatectl set-ntp true', /^$|NTP not supported/],
  ['journalctl -u farmstand -e', /Farmstand is open/],
  ['journalctl -u farmstand -o cat', /^\{"level":\d+,"time":\d+/m],
  ['sudo systemctl disable --now farmstand.socket farmstand', /Removed/],
]

const A_RUN = 'it is a run of the tests, or of the shop in a clone, as the others are'

const NOT_HERE: Record<string, string> = {
  ...{ 'npm ci && npm start': A_RUN, 'npm ci && npm test': A_RUN, 'npm ci': A_RUN },
  ...{ 'npm start': A_RUN, 'npm run dev': A_RUN, 'npm run check': A_RUN },
  ...{ 'npm run test:long': A_RUN, 'npm run test:faults': A_RUN },
  'npm run release': 'tests/e2e/release.test.ts runs its second half',
  'npx farmstand': 'scripts/farmstand.test.ts runs the same file',
  'node scripts/release.ts --make-key FILE': 'it would make the key of this clone',
  'sudo ./farmstand setup shop.farm.example': 'the steps are those of the package',
  'sudo apt install ./farmstand_0.2.0_amd64.deb': 'scripts/commands/update.test.ts plays it',
}

const COMMAND = /^(?:sudo|apt|npm|npx|node|farmstand|systemctl|journalctl|timedatectl)(?= |$)/

function commandsOf(paper: string): string[] {
  const blocks = [...paper.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, text = '']) =>
    text.split('\n').map((line) => line.split(/\s+#/)[0] ?? ''),
  )
  const inline = [...paper.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)]
  return [...blocks, ...inline.map(([, text = '']) => text)].filter((one) => COMMAND.test(one))
}

test('each command of README and the manual is run by a test, or it is said why not', () => {
  const named = ['README.md', 'docs/operating.md'].flatMap((path) => commandsOf(readProject(path)))
  const known = [...STORY, ...WITH_SYSTEMD].map(([command]) => command)
  expect([...new Set(named)].toSorted()).toEqual([...known, ...Object.keys(NOT_HERE)].toSorted())
})

/** A bare Debian whose root has a strict umask, another language and no home. */
async function aDebian(suite: string, more: readonly string[] = []) {
  const root = await mkdtemp(join(tmpdir(), `farmstand-${suite}-`))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  // The shop's user walks through it.
  await chmod(root, 0o755)
  const included = more.length > 0 ? [`--include=${more.join(',')}`] : []
  const words = ['--variant=minbase', ...included, suite, root]
  await run(debootstrap ?? '', words, { maxBuffer: 2 ** 28 })
  await writeFile(join(root, 'etc/apt/apt.conf.d/yes'), 'APT::Get::Assume-Yes "true";\n')
  const env = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    LANG: 'de_DE.UTF-8',
    DEBIAN_FRONTEND: 'noninteractive',
  }
  const inside = (line: string) => [root, 'sh', '-c', `umask 077; cd /root; ${line}`]
  return {
    root,
    start: (line: string) =>
      spawn('chroot', inside(line), { env, stdio: ['ignore', 'pipe', 'inherit'] }),
    /** What it printed, however it ended. */
    type: (line: string) =>
      new Promise<string>((done) =>
        execFile('chroot', inside(line), { env, maxBuffer: 2 ** 28 }, (_, out, errors) =>
          done(out + errors),
        ),
      ),
  }
}

let made: Promise<string> | null = null

/** The folder of a release's files, made once. */
function aRelease(): Promise<string> {
  made ??= (async () => {
    const into = await mkdtemp(join(tmpdir(), 'farmstand-made-'))
    await run(process.execPath, [
      ...[join(PROJECT, 'scripts/release.ts'), '--to', into, '--arch', 'x64'],
    ])
    return into
  })()
  return made
}

afterAll(async () => {
  if (made) await rm(await made, { recursive: true })
})

test.skipIf(!debootstrap || process.getuid?.() !== 0).each(['bookworm', 'trixie'])(
  'what the papers say is typed on a bare %s, and does what they say',
  { timeout: 1_800_000, retry: 0 },
  async (suite) => {
    const made = await aRelease()
    const debian = await aDebian(suite)
    const port = await freePort()
    await copyFile(join(made, DEB), join(debian.root, 'root', DEB))
    // As many an image of a server comes.
    await debian.type('rm -r /var/lib/apt/lists/*')
    const type = async ([command, says]: (typeof STORY)[number]) => {
      const isAsking = /setup shop|restore/.test(command)
      const typed = command.replaceAll('sudo ', '').replace('FILE', '/var/tmp/shop.backup')
      const said = await debian.type(`${typed}${isAsking ? ' --yes' : ''}`)
      expect([command, said]).toEqual([command, expect.stringMatching(says)])
    }
    const [doctor, restore] = ['sudo farmstand doctor', 'sudo farmstand restore FILE'].map(
      (first) => STORY.findIndex(([command]) => command === first),
    )
    for (const one of STORY.slice(0, doctor)) await type(one)
    expect((await stat(join(debian.root, 'etc/farmstand.env'))).mode & 0o777).toBe(0o640)
    await appendFile(join(debian.root, 'etc/farmstand.env'), `PORT=${port}\n`)
    const shop = debian.start('exec farmstand start')
    onTestFinished(() => void shop.kill('SIGKILL'))
    const status = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then((answer) => answer.text(), String)
    await expect.poll(status, { timeout: 120_000 }).toMatch(/^ready/)
    for (const one of STORY.slice(doctor, restore)) await type(one)
    shop.kill('SIGTERM')
    await expect.poll(() => shop.exitCode, { timeout: 30_000 }).toBe(0)
    const backups = join(debian.root, 'var/lib/farmstand/data/backups')
    const [newest = ''] = await readdir(backups)
    // Where the shop's user can read it: with systemd the command itself sees to that.
    await copyFile(join(backups, newest), join(debian.root, 'var/tmp/shop.backup'))
    await debian.type(
      'chmod 644 /var/tmp/shop.backup; ln -s /var/tmp/shop.backup /root; chmod 711 /root',
    )
    for (const one of STORY.slice(restore)) await type(one)
    expect(await readdir(join(debian.root, 'var/lib/farmstand/data'))).toContain('shop.db')
  },
)

test.skipIf(!nspawn || process.getuid?.() !== 0).each(['bookworm', 'trixie'])(
  'on a %s that systemd runs, a server is set up, updated under its visitors, goes back from a release that does not start, and is restored',
  { timeout: 1_800_000, retry: 0 },
  async (suite) => {
    const made = await aRelease()
    const { root } = await aDebian(suite, FOR_BOOT)
    await copyFile(join(made, DEB), join(root, 'root', DEB))
    const booted = await boot(root, onTestFinished)
    const expectSaid = async (line: string, says: RegExp) =>
      expect([line, await booted.type(line)]).toEqual([line, expect.stringMatching(says)])
    await expectSaid(`apt-get install ./${DEB}`, /Now: farmstand setup shop\.example/)
    await expectSaid(
      'farmstand setup shop.farm.example --demo --yes',
      /The shop is open: https:\/\/shop\.farm\.example[\s\S]*password, shown this once: \S/,
    )
    await expectSaid('systemctl is-active farmstand.socket farmstand caddy', /^(?:active\n){3}$/)

    const feed = await aFeed(
      root,
      join(made, `farmstand-${version}-linux-x64.tar.gz`),
      onTestFinished,
    )
    await feed.trust(`opt/farmstand/farmstand-${version}`)
    await appendFile(join(root, 'etc/farmstand.env'), `UPDATE_FEED=${feed.address}\n`)
    feed.open(booted)
    const update = async (says: RegExp) => {
      const goHome = visitors(booted)
      await expectSaid('farmstand update', says)
      const { calls, failed } = await goHome()
      expect(calls).toBeGreaterThan(20)
      expect(failed).toEqual([])
      expect(await booted.type('farmstand --version')).toBe('9.9.8\n')
    }
    await feed.offer('9.9.8')
    await update(/farmstand-9\.9\.8 sells\./)
    await feed.offer('9.9.9', (release) =>
      writeFile(join(release, 'server/main.js'), 'process.exit(1)'),
    )
    await update(/farmstand-9\.9\.9 did not sell \(.*so farmstand-9\.9\.8 is back and sells\./)
    await booted.type(
      'cp $(ls -t /var/lib/farmstand/data/backups/*.zst | head -1) /root/shop.backup',
    )
    await expectSaid(
      'farmstand restore /root/shop.backup --yes',
      /The books balance\.[\s\S]*The shop is started again\./,
    )
    for (const [command, says] of WITH_SYSTEMD)
      await expectSaid(command.replace(/^sudo /, ''), says)
    await expectSaid('farmstand remove', /The data stays in \/var\/lib\/farmstand/)
  },
)
