import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { TabMark } from '../../ui/panel-tab-links.tsx'

const ASK_EVERY_MS = 60_000

export function OwnMessagesLink() {
  const { data } = useQuery({
    ...endpointQueryOptions(apiContract.messages.countUnreadOfMine, {}),
    refetchInterval: ASK_EVERY_MS,
    refetchIntervalInBackground: false,
  })
  return (
    <ButtonLink to="/client/mensajes" variant="secondary">
      Mensajes
      {data && data.unread > 0 && (
        <>
          <TabMark>{`${data.unread}`}</TabMark>
          <span className="visually-hidden"> sin leer</span>
        </>
      )}
    </ButtonLink>
  )
}
