/** The types of requests, responses and security are those of the entry router. */
export {
  createRouter,
  type ExpressHandler,
  type ExpressHeaders,
  type ExpressRouterOptions,
} from '../express/create-router.ts';
