import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import type { AtEnd } from '../at-end.ts'
import { freePort } from '../postgres.ts'

/**
 * Keeps a socket open over one process after another, as systemd does by farmstand.socket: HUP is
 * `systemctl restart`, TERM the end.
 */
const HOLDER = `
  $^F = 9;
  my $socket = IO::Socket::INET->new(
    LocalAddr => '127.0.0.1', LocalPort => $ENV{PORT}, Listen => 511, ReuseAddr => 1) or die $!;
  POSIX::dup2(fileno($socket), 3);
  my ($child, $over);
  $SIG{HUP} = sub { kill TERM => $child };
  $SIG{TERM} = sub { $over = 1; kill TERM => $child };
  until ($over) {
    $child = fork // die $!;
    @ENV{'LISTEN_FDS', 'LISTEN_PID'} = (1, $$);
    exec $ENV{NODE}, readlink $ENV{CURRENT} unless $child;
    1 while waitpid($child, 0) < 0;
  }
  exit $? >> 8;`

/** A shop behind such a socket; the link `current` leads to the program that each start runs. */
export async function aKeptSocket(current: string, env: Record<string, string>, atEnd: AtEnd) {
  const port = await freePort()
  const { PATH = '', HOME = '' } = process.env
  const holder = spawn('perl', ['-MIO::Socket::INET', '-MPOSIX', '-e', HOLDER], {
    env: { PATH, HOME, NODE: process.execPath, CURRENT: current, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(holder, 'exit')
  const isAlive = () => holder.exitCode === null && holder.signalCode === null
  atEnd(async () => void holder.kill('SIGTERM'))
  let [printed, starts] = ['', 0]
  holder.stdout.on('data', (text: Buffer) => {
    printed += text
  })
  const hasOpened = () =>
    expect
      .poll(() => printed.split('Farmstand is open').length - 1, { timeout: 60_000 })
      .toBe(++starts)
  await hasOpened()
  return {
    port,
    isAlive,
    /** Resolves once the next process is open. */
    async restart(): Promise<void> {
      holder.kill('SIGHUP')
      await hasOpened()
    },
    async stop(): Promise<number> {
      holder.kill('SIGTERM')
      const [code] = await ended
      return code
    },
  }
}
