import { ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns'
import type { Check } from '../check.ts'
import { due, ready } from '../verdict.ts'

export const checkAlarmAddress: Check = async ({ clients, deployed, listResources, stage }) => {
  const { alarmEmail } = stage
  if (!alarmEmail) return due('Sin «alarmEmail» en lib/stages.ts nadie recibe las alarmas.')
  const resources = deployed ? await listResources() : []
  const topic = resources.find(({ type }) => type === 'AWS::SNS::Topic')
  if (!topic) return due(`Después de desplegar, ${alarmEmail} recibe un correo de AWS: confírmalo.`)
  const { Subscriptions = [] } = await clients.sns.send(
    new ListSubscriptionsByTopicCommand({ TopicArn: topic.physicalId }),
  )
  const found = Subscriptions.find(({ Endpoint }) => Endpoint === alarmEmail)
  if (found?.SubscriptionArn?.startsWith('arn:')) return ready(`${alarmEmail} recibe las alarmas.`)
  return due(
    found
      ? `${alarmEmail} no ha confirmado las alarmas: abre el correo de AWS y confírmalo.`
      : `${alarmEmail} no está suscrita a las alarmas: vuelve a desplegar.`,
  )
}
