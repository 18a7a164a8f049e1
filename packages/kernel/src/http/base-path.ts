import type { HttpRequest } from './messages.ts';
import { type Listener, mountPathOf, outside, pathOf, targetBelowOrigin } from './operation-listener.ts';

const form = /^(?:\/[\w.~-]+)+$/;

/**
 * Returns a listener of the paths below `basePath`, in a host that does not shorten the URL, as Express does for a middleware. A request
 * for another path continues to `next`; without `next` it is refused as not found. Throws if `basePath` is not a path.
 */
export function serveBelow(basePath: string, serve: Listener): Listener {
  if (!form.test(basePath)) {
    throw new Error(
      `The base path ${JSON.stringify(basePath)} is not a path. Write it as in /api: begin with a slash, end without one, ` +
        'and use letters, digits and the characters _ . ~ - only.',
    );
  }
  return function serveBelowBasePath(req, res, next) {
    const { url, baseUrl } = req;
    const isBelow = pathOf(req).startsWith(`${basePath}/`);
    if (!isBelow && next) {
      next();
      return;
    }
    const target = isBelow ? targetBelowOrigin(req).slice(basePath.length) : outside;
    move(req, target, mountPathOf(req) + basePath);
    serve(
      req,
      res,
      next &&
        (() => {
          move(req, url, baseUrl);
          next();
        }),
    );
  };
}

function move(req: HttpRequest, url: string | undefined, baseUrl: string | undefined): void {
  req.url = url;
  req.baseUrl = baseUrl;
}
