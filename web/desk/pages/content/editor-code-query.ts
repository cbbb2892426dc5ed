import { queryOptions } from '@tanstack/react-query'

export const editorCodeQuery = queryOptions({
  queryKey: ['the visual editor'],
  queryFn: async () => {
    const [{ VisualEditor }, { findLost }] = await Promise.all([
      import('./visual-editor.tsx'),
      import('./what-is-lost.ts'),
    ])
    return { VisualEditor, whatIsLost: findLost }
  },
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})
