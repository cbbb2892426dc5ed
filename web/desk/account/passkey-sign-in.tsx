import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { passkeys } from '#contract/people/passkeys.ts'
import { query } from '#web/api/call.ts'
import { signInByPasskey } from '#web/api/passkey.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useOpenedDesk } from '../shared/desk-session.ts'

type PasskeySignInProps = { keep: boolean; onAgain: (() => void) | undefined }

export function PasskeySignIn({ keep, onAgain }: PasskeySignInProps) {
  const { data } = useQuery({ ...query(passkeys.offer), staleTime: 0 })
  const signIn = useSignInByPasskey(onAgain)
  if (!data?.isOffered) return null
  return (
    <Button
      variant="quiet"
      size="lg"
      className="mt-4 w-full"
      busy={signIn.isPending}
      onClick={() => signIn.mutate(keep)}
    >
      {!signIn.isPending && <KeyRound aria-hidden="true" className="size-5" />}
      {signIn.isPending ? 'Waiting for the passkey…' : 'Sign in with a passkey'}
    </Button>
  )
}

export function useSignInByPasskey(onAgain?: () => void) {
  const client = useQueryClient()
  const opened = useOpenedDesk()
  return useMutation({
    mutationFn: signInByPasskey,
    onSuccess: async () => {
      await opened()
      await client.invalidateQueries({ queryKey: [passkeys.list.path] })
      onAgain?.()
    },
    onError: (failure) =>
      toast({
        variant: 'destructive',
        title: 'Access denied',
        description: sentenceOf(failure, 'The shop could not be reached. Please try again.'),
      }),
  })
}
