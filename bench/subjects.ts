import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { asker } from './ask.ts'
import { startPrinting, stop } from './processes.ts'

export const PASSWORD = 'seven brown hens'

const MAIN = resolve(import.meta.dirname, '../server/main.js')

/** `pid` is the process whose time and memory count. */
export type Subject = { name: string; url: string; pid: number; stop(): Promise<void> }

export type Copy = { status: number; headers: string[]; bytes: string }

type ShopOptions = {
  dataDir: string
  env?: Record<string, string>
  workers?: number
}

/** On disk, not in memory: the disk's speed is part of what's measured. */
export function aFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'farmstand-bench-'))
}

/** The built shop as its owner starts it, without limits; resolves once every process listens. */
export async function startShop({ dataDir, env = {}, workers = 1 }: ShopOptions): Promise<Subject> {
  const own = {
    LIMITS: 'off',
    PORT: '0',
    LOG_LEVEL: 'info',
    // As in the service file.
    MALLOC_ARENA_MAX: '2',
    NODE_OPTIONS: '--max-semi-space-size=8',
    ADMIN_PASSWORD: PASSWORD,
    WORKERS: String(workers),
  }
  const variables = { ...own, DATA_DIR: dataDir, ...env }
  // The first process greets; the others only log that they listen.
  const others = `(?:[\\s\\S]*?Server listening at){${workers - 1}}`
  const ready = new RegExp(`Farmstand is open: http://localhost:(\\d+)${others}`)
  const { child, said } = await startPrinting([process.execPath, MAIN], ready, variables)
  const url = `http://127.0.0.1:${said[1]}`
  return { name: 'shop', url, pid: child.pid ?? 0, stop: () => stop(child) }
}

export async function startBare(copy: Copy): Promise<Subject> {
  const folder = await aFolder()
  const file = join(folder, 'copy.json')
  await writeFile(file, JSON.stringify(copy))
  const server = resolve(import.meta.dirname, 'bare-server.ts')
  const { child, said } = await startPrinting(
    [process.execPath, server, file],
    /listening on (\d+)/,
  )
  await rm(folder, { recursive: true })
  return {
    name: 'node:http',
    url: `http://127.0.0.1:${said[1]}`,
    pid: child.pid ?? 0,
    stop: () => stop(child),
  }
}

export async function startNginx(copy: Copy): Promise<Subject> {
  const folder = await aFolder()
  const port = await freePort()
  await writeFile(join(folder, 'index.html'), Buffer.from(copy.bytes, 'base64'))
  await writeFile(join(folder, 'nginx.conf'), nginxConf(folder, port, copy))
  const args = ['nginx', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
  const { child } = await startPrinting(args, /start worker process \d+/)
  const end = async () => {
    await stop(child)
    await rm(folder, { recursive: true, force: true })
  }
  return { name: 'nginx', url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: end }
}

function nginxConf(folder: string, port: number, { headers }: Copy): string {
  const own = /^(?:content-type|etag|content-length)$/i
  const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []))
  const added = pairs
    .filter(([name = '']) => !own.test(name))
    .map(([name, value = '']) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`)
  return `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr notice;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 256; }
    http {
      access_log off; sendfile on; keepalive_requests 100000000; server_tokens off; open_file_cache max=10;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      types {} default_type "text/html; charset=utf-8";
      server { listen 127.0.0.1:${port}; root ${folder}; location / { ${added.join(' ')} } }
    }`
}

/** Leaves out headers that belong to a single answer or that every server sets itself. */
export async function copyOf(
  url: string,
  path: string,
  headers: Record<string, string>,
): Promise<Copy> {
  const { status, rawHeaders, bytes } = await asker(url)(path, { headers })
  const single = /^(?:date|connection|keep-alive|transfer-encoding)$/i
  const stored = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && !single.test(name) ? [name, rawHeaders[at + 1] ?? ''] : [],
  )
  return { status, headers: stored, bytes: bytes.toString('base64') }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
