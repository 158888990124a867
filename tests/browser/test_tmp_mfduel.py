from browser.prepared import asked, lay, played
from browser.person import Person
def test_play(browser, server):
    for name, size in (("w", {"viewport":{"width":1280,"height":720}}), ("p", {"viewport":{"width":390,"height":844},"has_touch":True})):
        key=b"duel7"
        m=played("malifaux",2,lambda one: asked(one,0,"modify","cheat") and one.live.turn>=2 and one.live.duel is not None and not one.live.duel.over and len(one.live.duel.stats)==2,key=key,bot="greedy")
        ling=Person(browser,server.url,locale="zh-CN",**size)
        mid=lay(server,m,ling,"me","bot:greedy")
        page=ling.page
        page.add_init_script("localStorage.setItem('shapan.lang','zh-Hans')")
        page.goto(f"{server.url}/match/{mid}")
        n=0
        for i in range(14):
            page.wait_for_timeout(900)
            page.screenshot(path=f"/tmp/mfduel/live_{name}{i}.png")
            st=page.locator(".staged")
            if st.count():
                page.wait_for_timeout(700); page.screenshot(path=f"/tmp/mfduel/live_{name}{i}s.png"); page.keyboard.press("Escape"); continue
            q=page.locator(".prompt.yours h2")
            print(name,i,q.first.inner_text() if q.count() else "-")
            rows=page.locator(".rows button:not([aria-disabled=true])")
            if rows.count():
                rows.nth(min(1,rows.count()-1)).click(); page.wait_for_timeout(300)
                done=page.locator(".prompt .done:not([aria-disabled=true])")
                if done.count(): done.first.click()
                continue
            b=page.locator(".prompt.yours .answers button:not([aria-disabled=true])")
            if b.count(): b.last.click()
            d=page.locator(".prompt .done:not([aria-disabled=true])")
            if d.count(): d.first.click()
        ling.close()
