import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant } from './shapes.ts'

const session = z.object({ signedInAt: instant, expiresAt: instant })
export type AdminSession = z.output<typeof session>

export const admin = {
  login: endpoint({
    method: 'POST',
    path: '/api/admin/login',
    access: 'public',
    summary: 'Opens the desk for this browser.',
    body: z.strictObject({ password: z.string('Please enter the password.').check(z.maxLength(200)) }),
    output: session,
  }),
  session: endpoint({
    method: 'GET',
    path: '/api/admin/session',
    access: 'admin',
    summary: 'Who is signed in; 401 when nobody is.',
    output: session,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/admin/logout',
    access: 'public',
    summary: 'Signs this browser out.',
    output: z.undefined(),
    status: 204,
  }),
}
