import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import type { TemplatesProps } from './message-form.tsx'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'

const ReplyTemplatesDialog = lazy(async () => ({
  default: (await import('./reply-templates-dialog.tsx')).ReplyTemplatesDialog,
}))

export function ReplyTemplates({ insert, written, isLocked }: TemplatesProps) {
  const [text, open] = useState<string>()
  useQuery(endpointQueryOptions(apiContract.messages.listTemplates, {}))
  return (
    <>
      <Button variant="secondary" size="small" disabled={isLocked} onClick={() => open(written())}>
        Plantillas
      </Button>
      <WhileLoading>
        {text !== undefined && <ReplyTemplatesDialog written={text} insert={insert} close={() => open(undefined)} />}
      </WhileLoading>
    </>
  )
}
