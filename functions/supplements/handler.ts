import { supplements } from '#contract/supplements-domain'
import { retryOnConflict } from '#platform/retry-on-conflict'
import { serve } from '#platform/serve'
import { createLiveServices } from '#platform/services'
import {
  listSupplementTemplates,
  readSupplementCatalogue,
  removeSupplementTemplate,
  saveSupplementTemplate,
  listRecentSupplements,
} from './catalogue.ts'
import { listOwnTakenDoses, listOwnSupplements, setDoseTaken, setPackOrdered } from './mine.ts'
import { listCustomerAdherenceWeeks, listOwnAdherenceWeeks, readSupplementAdherence } from './past-courses.ts'
import { prescribeSupplement, prescribeSupplementByMoment } from './prescribe.ts'
import {
  editPrescribedSupplement,
  finishPrescribedSupplement,
  listCustomerSupplements,
  removePrescribedSupplement,
  reopenPrescribedSupplement,
} from './protocol.ts'
import { listProtocolTemplates, removeProtocolTemplate, saveProtocolTemplate } from './protocol-templates.ts'
import { publishProtocol } from './publish-protocol.ts'
import { listSupplementsToReview } from './review.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createLiveServices

export const createLambdaHandler = serve(
  supplements,
  {
    listMine: listOwnSupplements,
    listDoses: listOwnTakenDoses,
    tick: setDoseTaken,
    setPackOrdered,
    listOfCustomer: listCustomerSupplements,
    adherence: readSupplementAdherence,
    listWeeksOfMine: listOwnAdherenceWeeks,
    listWeeksOfCustomer: listCustomerAdherenceWeeks,
    add: retryOnConflict(prescribeSupplement),
    addByMoment: retryOnConflict(prescribeSupplementByMoment),
    edit: editPrescribedSupplement,
    finish: finishPrescribedSupplement,
    reopen: reopenPrescribedSupplement,
    remove: removePrescribedSupplement,
    toReview: listSupplementsToReview,
    catalogue: readSupplementCatalogue,
    usedBefore: listRecentSupplements,
    templates: listSupplementTemplates,
    saveTemplate: saveSupplementTemplate,
    removeTemplate: removeSupplementTemplate,
    publish: retryOnConflict(publishProtocol),
    protocolTemplates: listProtocolTemplates,
    saveProtocolTemplate,
    removeProtocolTemplate,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
