import { DescribeCertificateCommand, ResourceNotFoundException } from '@aws-sdk/client-acm'
import { toPracticeDay } from '#contract/calendar-days'
import type { Check } from '../check.ts'
import { findDomainTarget } from '../domain.ts'
import { blocked, due, ready } from '../verdict.ts'

const covers = (name: string, domain: string): boolean =>
  name === domain || (name.startsWith('*.') && domain.slice(domain.indexOf('.')) === name.slice(1))

export const checkCertificate: Check = async ({ clients, stage }) => {
  if (!stage.domain) return ready('Sin dominio propio: vale el de CloudFront.')
  const { name, certificateArn } = stage.domain
  if (certificateArn.split(':')[3] !== 'us-east-1')
    return blocked(`El certificado de ${name} tiene que estar en us-east-1: pide otro allí.`)
  try {
    const { Certificate } = await clients.certificates.send(
      new DescribeCertificateCommand({ CertificateArn: certificateArn }),
    )
    const { Status, DomainName = '', SubjectAlternativeNames = [], NotAfter } = Certificate ?? {}
    if (Status === 'PENDING_VALIDATION')
      return blocked(`El certificado de ${name} está sin validar: copia su registro al DNS (consola de ACM).`)
    if (Status !== 'ISSUED') return blocked(`El certificado de ${name} no sirve (${Status}): pide otro en us-east-1.`)
    if (![DomainName, ...SubjectAlternativeNames].some((each) => covers(each, name)))
      return blocked(`El certificado no es de ${name}: indica el suyo en lib/stages.ts.`)
    return ready(`El certificado de ${name} vale hasta ${NotAfter ? toPracticeDay(NotAfter) : 'siempre'}.`)
  } catch (error) {
    if (error instanceof ResourceNotFoundException)
      return blocked(`No existe el certificado de ${name} que indica lib/stages.ts.`)
    throw error
  }
}

export const checkDomain: Check = async ({ deployed, stage, ...network }) => {
  if (!stage.domain) return ready('Sin dominio propio: vale el de CloudFront.')
  const { name } = stage.domain
  const { DistributionDomain: distribution, SiteUrl: site, UserPoolId: userPoolId = '' } = deployed?.outputs ?? {}
  if (!distribution) return due(`Después de desplegar, crea en el DNS un alias o CNAME de ${name} a la distribución.`)
  const target = await findDomainTarget(name, { distribution, userPoolId }, network)
  if (target === 'stage') return ready(`${name} lleva a la distribución.`)
  if (target === 'unknown')
    return due(`No se sabe adónde lleva ${name}: la web del entorno no responde tampoco por ${distribution}.`)
  const record =
    target === 'nowhere'
      ? `Crea en el DNS un alias o CNAME de ${name} a ${distribution}.`
      : `${name} lleva a otro sitio: en el DNS ha de ser un alias o CNAME a ${distribution}.`
  // Users still come by the old name; pages and mails would link to a name that does not lead here.
  return site === `https://${name}` ? due(record) : blocked(`${record} Después, repite.`)
}
